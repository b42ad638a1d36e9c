import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

export type DeletionPolicy = {
  /** Deletions that lead to a block; 0 to never block. */
  maxDeletions: number
  withinDays: number
  blockDays: number
}

const dayMs = 86_400_000

export function getDeletionWindowStart({ withinDays, blockDays }: DeletionPolicy, now: Date) {
  return new Date(now.getTime() - (withinDays + blockDays) * dayMs)
}

/** When the block ends, given deletion times (newest first); null when there is none. */
export function findBlockEnd(
  deletedAt: readonly Date[],
  policy: DeletionPolicy,
  now: Date,
): Date | null {
  if (policy.maxDeletions === 0) return null
  for (const [index, last] of deletedAt.entries()) {
    const first = deletedAt[index + policy.maxDeletions - 1]
    if (first === undefined) return null
    if (last.getTime() - first.getTime() > policy.withinDays * dayMs) continue
    const end = new Date(last.getTime() + policy.blockDays * dayMs)
    return end > now ? end : null
  }
  return null
}

export function canPostAgain(
  deletedAt: readonly Date[],
  policy: DeletionPolicy,
  now: Date,
): Verdict {
  const end = findBlockEnd(deletedAt, policy, now)
  if (end === null) return allow
  return deny('post.deletion_block', {
    days: Math.ceil((end.getTime() - now.getTime()) / dayMs),
  })
}

export function countRecentDeletions(
  deletedAt: readonly Date[],
  policy: DeletionPolicy,
  now: Date,
) {
  const since = now.getTime() - policy.withinDays * dayMs
  return deletedAt.filter((time) => time.getTime() >= since).length
}
