import { AsyncLocalStorage } from 'node:async_hooks'
import type { Replica } from './replica.ts'

/** Where the reads of a call go: to one replica throughout, or to the primary. */
type Reads = { replica: Replica | null }

const storage = new AsyncLocalStorage<Reads>()

/** Runs reads that a replica may answer. */
export function readFrom<T>(replica: Replica, work: () => T): T {
  return storage.run({ replica }, work)
}

/** Runs reads, and calls, that see everything committed so far: for what will be kept in a cache. */
export function readLatest<T>(work: () => T): T {
  return storage.run({ replica: null }, work)
}

export function currentReads() {
  return storage.getStore()
}
