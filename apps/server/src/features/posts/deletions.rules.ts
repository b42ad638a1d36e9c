import { allow, deny, type Verdict } from '../../kernel/rules.ts'

export type DeletionPolicy = {
  /** With how many deletions someone is blocked; 0 for never. */
  most: number
  withinDays: number
  blockDays: number
}

const dayMs = 86_400_000

/** How far back deletions have to be known. */
export function deletionsSince({ withinDays, blockDays }: DeletionPolicy, now: Date) {
  return new Date(now.getTime() - (withinDays + blockDays) * dayMs)
}

/** Until when someone is blocked who deleted at these times, newest first; null when they are not. */
export function blockedUntil(
  deletedAt: readonly Date[],
  policy: DeletionPolicy,
  now: Date,
): Date | null {
  if (policy.most === 0) return null
  for (const [index, last] of deletedAt.entries()) {
    const first = deletedAt[index + policy.most - 1]
    if (first === undefined) return null
    if (last.getTime() - first.getTime() > policy.withinDays * dayMs) continue
    const end = new Date(last.getTime() + policy.blockDays * dayMs)
    return end > now ? end : null
  }
  return null
}

/** Whether someone may ask and answer after taking back so many posts that others took part in. */
export function canPostAgain(
  deletedAt: readonly Date[],
  policy: DeletionPolicy,
  now: Date,
): Verdict {
  const end = blockedUntil(deletedAt, policy, now)
  if (end === null) return allow
  return deny('post.deletion_block', {
    days: Math.ceil((end.getTime() - now.getTime()) / dayMs),
  })
}

/** How many deletions count towards a block right now. */
export function countedNow(deletedAt: readonly Date[], policy: DeletionPolicy, now: Date) {
  const since = now.getTime() - policy.withinDays * dayMs
  return deletedAt.filter((time) => time.getTime() >= since).length
}
