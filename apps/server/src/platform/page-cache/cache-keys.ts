import { listPagesKey, objectKey, tagKey, userKey } from '../../kernel/invalidation.ts'
import { toLongId } from '@stoa/contract/ids'

/** An endpoint call that a page was rendered from. */
export type EndpointCall = { path: string; input: unknown; data: unknown }

export type PageFacts = {
  /** Invalidation keys: every post, tag and user in the data of a page. */
  keys: string[]
  /** The newest time in the data, in seconds since 1970; null if there is none. */
  newestTime: number | null
}

type Facts = { keys: Set<string>; newestTime: number | null }

/**
 * Collects what invalidates a page and how old it is. `selfContained` are the endpoints whose response changes only with the
 * objects in it; all other pages list what any change may add or remove.
 */
export function collectFacts(
  calls: readonly EndpointCall[],
  selfContained: ReadonlySet<string>,
): PageFacts {
  const facts: Facts = { keys: new Set(), newestTime: null }
  for (const { path, data } of calls) {
    if (!selfContained.has(path)) facts.keys.add(listPagesKey)
    collectFrom('', data, facts)
  }
  return { keys: [...facts.keys], newestTime: facts.newestTime }
}

function collectFrom(name: string, value: unknown, facts: Facts) {
  if (Array.isArray(value)) {
    for (const item of value) collectFrom(name, item, facts)
  } else if (typeof value === 'object' && value !== null) {
    if ('username' in value && 'id' in value) facts.keys.add(userKey(String(value.id)))
    for (const [field, item] of Object.entries(value)) collectFrom(field, item, facts)
  } else collectField(name, value, facts)
}

function collectField(name: string, value: unknown, facts: Facts) {
  const key = typeof value === 'string' ? keyOf(name, value) : null
  if (key !== null) facts.keys.add(key)
  if (typeof value === 'number' && /(^|_)(at|time)$/.test(name))
    facts.newestTime = Math.max(facts.newestTime ?? 0, value)
}

function keyOf(field: string, value: string): string | null {
  if (value === '') return null
  if (/(^|_)slug_name$/.test(field)) return tagKey(value)
  // Sites may use short ids.
  const id = /(^|_)id$/.test(field) ? toLongId(value) : null
  if (id !== null) return objectKey(id)
  return /(^|_)user_id$/.test(field) && /^[1-9]\d*$/.test(value) ? userKey(value) : null
}
