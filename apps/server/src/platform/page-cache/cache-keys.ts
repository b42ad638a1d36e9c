import { objectKey, userKey } from '../../kernel/invalidation.ts'
import { toLongId } from '@stoa/contract/ids'
import { listPagesKey } from '../../kernel/invalidation.ts'

/** An endpoint call that a page was rendered from. */
export type EndpointCall = { path: string; input: unknown; data: unknown }

/**
 * Collects the invalidation keys of a page: every post, tag and user in its data. `selfContained` are the endpoints whose
 * response changes only with the objects in it; all other pages list what any change may add or remove.
 */
export function cacheKeysOf(
  calls: readonly EndpointCall[],
  selfContained: ReadonlySet<string>,
): string[] {
  const keys = new Set<string>()
  for (const { path, data } of calls) {
    if (!selfContained.has(path)) keys.add(listPagesKey)
    collectKeys('', data, keys)
  }
  return [...keys]
}

function collectKeys(name: string, value: unknown, keys: Set<string>) {
  if (typeof value === 'string') {
    const key = keyOfId(name, value)
    if (key !== null) keys.add(key)
  } else if (Array.isArray(value)) {
    for (const item of value) collectKeys(name, item, keys)
  } else if (typeof value === 'object' && value !== null) {
    if ('username' in value && 'id' in value) keys.add(userKey(String(value.id)))
    for (const [field, item] of Object.entries(value)) collectKeys(field, item, keys)
  }
}

function keyOfId(field: string, value: string): string | null {
  // Sites may use short ids.
  const id = /(^|_)id$/.test(field) ? toLongId(value) : null
  if (id !== null) return objectKey(id)
  return /(^|_)user_id$/.test(field) && /^[1-9]\d*$/.test(value) ? userKey(value) : null
}
