import { toLongId } from '@stoa/contract/ids'
import { lists } from './page-cache.ts'

/** A call a page was made of, with what came back. */
export type PageCall = { path: string; input: unknown; data: unknown }

export const objectTag = (id: string) => `o${id}`
export const personTag = (id: string) => `u${id}`

/**
 * What stands on a page: every post, tag and person in what it was made of. `lone` names the calls whose reply
 * changes only with what stands in it; a page made of any other lists what may come or go with every change.
 */
export function tagsOf(calls: readonly PageCall[], lone: ReadonlySet<string>): string[] {
  const tags = new Set<string>()
  for (const { path, data } of calls) {
    if (!lone.has(path)) tags.add(lists)
    collect('', data, tags)
  }
  return [...tags]
}

function collect(name: string, value: unknown, tags: Set<string>) {
  if (typeof value === 'string') {
    const tag = tagOfId(name, value)
    if (tag !== null) tags.add(tag)
  } else if (Array.isArray(value)) {
    for (const one of value) collect(name, one, tags)
  } else if (typeof value === 'object' && value !== null) {
    if ('username' in value && 'id' in value) tags.add(personTag(String(value.id)))
    for (const [key, one] of Object.entries(value)) collect(key, one, tags)
  }
}

/** What an id in a field of this name stands for. Sites may write ids in their short form. */
function tagOfId(name: string, value: string): string | null {
  const id = /(^|_)id$/.test(name) ? toLongId(value) : null
  if (id !== null) return objectTag(id)
  return /(^|_)user_id$/.test(name) && /^[1-9]\d*$/.test(value) ? personTag(value) : null
}
