import type { Kit } from '@stoa/plugin-kit/server'
import { indexSettings } from './index-settings.ts'
import { readBody, send } from './nodes.ts'

/** The alias of the index that is searched. */
export const searchAlias = ({ settings }: Kit) => String(settings['prefix'])
const indexName = (kit: Kit, generation: number) => `${searchAlias(kit)}-${generation}`
export const writeAlias = (kit: Kit, generation: number) => `${indexName(kit, generation)}-write`

export async function startIndex(kit: Kit, generation: number) {
  const path = `/${indexName(kit, generation)}`
  const { status } = await send(kit, { method: 'HEAD', path })
  if (status === 200) return
  const aliases = { [writeAlias(kit, generation)]: {} }
  const body = JSON.stringify({ ...indexSettings, aliases })
  const created = await send(kit, { method: 'PUT', path, body })
  // The first node was late, and the second one found what it had created.
  if (created.body.includes('resource_already_exists_exception')) return
  readBody(created)
}

/** All of it may happen again after a crash. */
export async function finishIndex(kit: Kit, generation: number) {
  const name = indexName(kit, generation)
  const settings = JSON.stringify({ index: { refresh_interval: '1s' } })
  readBody(await send(kit, { method: 'PUT', path: `/${name}/_settings`, body: settings }))
  readBody(await send(kit, { method: 'POST', path: `/${name}/_refresh` }))
  const alias = searchAlias(kit)
  const actions = [
    { remove: { index: `${alias}-*`, alias, must_exist: false } },
    { add: { index: name, alias } },
  ]
  readBody(
    await send(kit, { method: 'POST', path: '/_aliases', body: JSON.stringify({ actions }) }),
  )
  await deleteOthers(kit, name)
}

async function deleteOthers(kit: Kit, name: string) {
  const prefix = searchAlias(kit)
  const path = `/_cat/indices/${prefix}-*?format=json&h=index`
  const rows = readBody(await send(kit, { method: 'GET', path })) as { index: string }[]
  const isOurs = (index: string) =>
    index.startsWith(`${prefix}-`) && /^\d+(-write)?$/.test(index.slice(prefix.length + 1))
  for (const { index } of rows)
    if (index !== name && isOurs(index))
      readBody(await send(kit, { method: 'DELETE', path: `/${index}` }), [200, 404])
}
