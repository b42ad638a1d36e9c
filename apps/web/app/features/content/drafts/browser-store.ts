import type { DraftKind } from '@stoa/contract/features/drafts'
import { limits } from '@stoa/contract/limits'
import type { Fields, LocalDraft } from './local-draft.ts'

/** The form that a draft belongs to. */
export type DraftTarget = { kind: DraftKind; objectId: string }

/** The stored JSON. Its names are fixed: browsers hold drafts written by older versions. */
type StoredDraft = Omit<LocalDraft, 'knownVersion' | 'conflict'> & {
  known: number
  other: Fields | null
}

const prefix = 'draft:'
const daySeconds = 86_400

/** Includes the user's id: users who share a browser do not share drafts. */
export function toStorageKey(userId: string, { kind, objectId }: DraftTarget): string {
  return [prefix + userId, kind, objectId].join(':')
}

export function readLocalDraft(key: string): LocalDraft | null {
  try {
    return parseLocalDraft(localStorage.getItem(key))
  } catch {
    // Storage is disabled; the server still has the draft.
    return null
  }
}

export function parseLocalDraft(text: string | null): LocalDraft | null {
  if (text === null) return null
  try {
    const { known, other, ...rest } = JSON.parse(text) as StoredDraft
    return { ...rest, knownVersion: known, conflict: other }
  } catch {
    return null
  }
}

export function writeLocalDraft(key: string, draft: LocalDraft): boolean {
  const { knownVersion, conflict, ...rest } = draft
  const stored: StoredDraft = { ...rest, known: knownVersion, other: conflict }
  try {
    localStorage.setItem(key, JSON.stringify(stored))
    return true
  } catch {
    return false
  }
}

export function removeLocalDraft(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is disabled, so there is nothing to remove.
  }
}

/** Removes local drafts that the server would have expired as well. */
export function removeExpiredDrafts(now: number) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    for (const key of keys) {
      const draft = readLocalDraft(key)
      const minChangedAt = now - limits.draft.days * daySeconds
      if (draft === null || draft.changedAt < minChangedAt) removeLocalDraft(key)
    }
  } catch {
    // Storage is disabled.
  }
}
