import { AsyncLocalStorage } from 'node:async_hooks'
import type { Replica } from './replica.ts'

/** Null reads from the primary. */
type ReadTarget = { replica: Replica | null }

const storage = new AsyncLocalStorage<ReadTarget>()

export function readFromReplica<T>(replica: Replica, work: () => T): T {
  return storage.run({ replica }, work)
}

/** Reads from the primary, for data that will be cached. */
export function readLatest<T>(work: () => T): T {
  return storage.run({ replica: null }, work)
}

export function currentReadTarget() {
  return storage.getStore()
}
