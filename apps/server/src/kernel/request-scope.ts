import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from './rules.ts'

export type RequestScope = {
  requestId: string
  sqlCount: number
  userId: string | null
  hasWritten: boolean
  /** Cached session lookup, because a page makes several calls. */
  caller: { token: string; actor: Promise<Actor | null> } | null
  /** Releases the request's permit while it waits for another process. */
  withoutPermit?: <T>(wait: () => Promise<T>) => Promise<T>
}

const storage = new AsyncLocalStorage<RequestScope>()

export function withScope<T>(requestId: string, work: () => T): T {
  return storage.run(
    { requestId, sqlCount: 0, userId: null, hasWritten: false, caller: null },
    work,
  )
}

export function currentScope() {
  return storage.getStore()
}

export function countStatement() {
  const scope = storage.getStore()
  if (scope !== undefined) scope.sqlCount++
}
