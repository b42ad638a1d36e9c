import type { DraftKind } from '@stoa/contract/features/drafts'
import { limits } from '@stoa/contract/limits'
import type { Copy } from './draft-copies.ts'

/** Where a draft belongs. */
export type Place = { kind: DraftKind; objectId: string }

const prefix = 'draft:'
const daySeconds = 86_400

/** People who share a browser do not share what they write. */
export function keyOf(userId: string, { kind, objectId }: Place): string {
  return [prefix + userId, kind, objectId].join(':')
}

export function readCopy(key: string): Copy | null {
  try {
    return parseCopy(localStorage.getItem(key))
  } catch {
    // A browser that keeps nothing, or that is full: the server still does.
    return null
  }
}

export function parseCopy(text: string | null): Copy | null {
  try {
    return text === null ? null : (JSON.parse(text) as Copy)
  } catch {
    return null
  }
}

export function writeCopy(key: string, copy: Copy): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

export function dropCopy(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** Takes out what nobody has gone on with for as long as the server would keep it. */
export function sweepCopies(now: number) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    for (const key of keys) {
      const copy = readCopy(key)
      if (copy === null || copy.changedAt < now - limits.draft.days * daySeconds) dropCopy(key)
    }
  } catch {
    // As above.
  }
}
