import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from './rules.ts'

/** What one request or job has cost so far, for whom, and whether it has changed anything. */
export type RequestScope = {
  requestId: string
  sqlCount: number
  person: string | null
  hasWritten: boolean
  /** Who came with which token: a page makes several calls for one person. */
  caller: { token: string; who: Promise<Actor | null> } | null
  /** Gives the permit of the request to others while it waits for another process. */
  withoutPermit?: <T>(wait: () => Promise<T>) => Promise<T>
}

const storage = new AsyncLocalStorage<RequestScope>()

/** Runs work under a scope of its own. */
export function withScope<T>(requestId: string, work: () => T): T {
  return storage.run(
    { requestId, sqlCount: 0, person: null, hasWritten: false, caller: null },
    work,
  )
}

/** The scope of the current request or job, if there is one. */
export function currentScope() {
  return storage.getStore()
}

/** Counts one statement against whoever asked for it. */
export function countStatement() {
  const scope = storage.getStore()
  if (scope !== undefined) scope.sqlCount++
}
