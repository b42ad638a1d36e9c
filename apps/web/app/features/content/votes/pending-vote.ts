import type { Direction } from './votes.ts'

type PendingVote = { id: string; direction: Direction; savedAt: number }

const storageKey = 'pending-vote'
// Enough to sign up and to open the link in the email.
const lifetimeMs = 3_600_000

/**
 * Saves the vote of a visitor who leaves to log in. It is stored in this browser only, never in a link, so that nobody
 * can make another user vote.
 */
export function savePendingVote(id: string, direction: Direction) {
  try {
    const vote: PendingVote = { id, direction, savedAt: Date.now() }
    localStorage.setItem(storageKey, JSON.stringify(vote))
  } catch {
    // Storage may be disabled; then the user votes again.
  }
}

/** The saved vote on this post, once. */
export function takePendingVote(id: string): Direction | null {
  try {
    const saved = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as PendingVote | null
    if (saved === null || saved.id !== id) return null
    localStorage.removeItem(storageKey)
    const isExpired = Date.now() - saved.savedAt > lifetimeMs
    return isExpired || (saved.direction !== 'up' && saved.direction !== 'down')
      ? null
      : saved.direction
  } catch {
    return null
  }
}
