import type { SearchChanges } from '@stoa/plugin-kit/search'
import { type Kit, Rejection } from '@stoa/plugin-kit/server'
import { readBody, send } from './nodes.ts'
import { writeAlias } from './indexes.ts'

/** Of a request, which has to fit into a message to the site. */
const maxLength = 400_000

type Item = { status: number; error?: { type: string; reason: string } }
type BulkResponse = { errors: boolean; items: Record<string, Item>[] }

/** Returns the generations without an index. */
export async function sendChanges(kit: Kit, changes: SearchChanges): Promise<number[]> {
  const missing: number[] = []
  for (const generation of changes.generations) {
    for (const body of toBodies(changes)) {
      const isMissing = await sendBulk(kit, generation, body)
      if (isMissing) missing.push(generation)
      if (isMissing) break
    }
  }
  return missing
}

/** Versions of the site decide which of two changes is newer (external versions). */
function* toBodies({ put, remove }: SearchChanges) {
  const meta = ({ id, version }: { id: string; version: number }) => ({
    _id: id,
    version,
    version_type: 'external',
  })
  let body = ''
  for (const { version, ...document } of put) {
    const lines = [{ index: meta({ id: document.id, version }) }, document]
    body += lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    if (body.length > maxLength) {
      yield body
      body = ''
    }
  }
  for (const post of remove) body += `${JSON.stringify({ delete: meta(post) })}\n`
  if (body !== '') yield body
}

async function sendBulk(kit: Kit, generation: number, body: string): Promise<boolean> {
  // The alias must exist, so that a missing index is not created without its settings.
  const path = `/${writeAlias(kit, generation)}/_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error`
  const { errors, items } = readBody(
    await send(kit, { method: 'POST', path, body }),
  ) as BulkResponse
  if (!errors) return false
  const failed = items.flatMap((item) => Object.values(item)).filter(isFailed)
  if (failed.some(({ error }) => error?.type === 'index_not_found_exception')) return true
  const temporary = failed.find(({ status }) => status !== 400)
  if (temporary !== undefined)
    throw new Rejection(`OpenSearch did not index: ${describe(temporary)}`.slice(0, 300))
  for (const item of failed) kit.log.error(`A post cannot be indexed: ${describe(item)}`)
  return false
}

/** 409: the index has a newer version. 404: it was removed before. */
function isFailed({ status, error }: Item) {
  return status >= 300 && status !== 409 && (status !== 404 || error !== undefined)
}

const describe = ({ status, error }: Item) => `status ${status}, ${error?.reason ?? ''}`
