import type { Access } from './access.ts'
import type { Endpoint } from './endpoint.ts'

/** What an API key may do, from the least. Each includes those before it. */
export const keyScopes = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Secret scanners find keys by it. */
export const keyPrefix = 'stoa_key_'

type CalledEndpoint = Pick<Endpoint, 'method' | 'changesState' | 'allowsKeys'> & { access: Access }

/** The least scope that may call the endpoint, or null if it takes a session. */
export function requiredScope(endpoint: CalledEndpoint): KeyScope | null {
  const { access, method, changesState, allowsKeys } = endpoint
  if (!allowsKeys || access === 'install') return null
  if (access === 'moderator' || access === 'admin') return 'admin'
  return method === 'GET' && !changesState ? 'read' : 'write'
}

export function includesScope(scope: KeyScope, required: KeyScope) {
  return keyScopes.indexOf(scope) >= keyScopes.indexOf(required)
}
