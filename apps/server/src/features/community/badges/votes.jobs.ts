import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { type BadgeCondition, type BadgeRow, badges } from '../../../schema/badges.ts'
import { votes } from '../../../schema/votes.ts'
import { award, listActiveBadges } from './awarding.actions.ts'

/** A vote is saved with the time of its request, so it may appear later than votes after it. */
const overlapMs = 5 * 60_000

const voteConditions: readonly BadgeCondition[] = [
  'upvote_cast',
  'question_upvotes',
  'answer_upvotes',
]

/** Votes are checked every minute instead of by a job each, which would cost more than the vote. */
export async function checkVotes(ctx: Context) {
  const now = ctx.clock.now()
  for (const badge of await listActiveBadges(ctx.primary, voteConditions))
    await transact(ctx, async (tx) => {
      await tx.execute(sql`set local statement_timeout = '5min'`)
      await award(tx, badge, { query: recentlyVoted(badge) }, { isNotified: true })
      await tx
        .update(badges)
        .set({ votesCheckedAt: now })
        .where(and(eq(badges.id, badge.id), sql`${badges.votesCheckedAt} < ${now.toISOString()}`))
    })
}

/** Voters or posts, whichever the badge is for. */
function recentlyVoted({ condition, votesCheckedAt }: BadgeRow) {
  const since = new Date(votesCheckedAt.getTime() - overlapMs).toISOString()
  const subject = condition === 'upvote_cast' ? votes.userId : votes.objectId
  return sql`select ${subject} from ${votes} where ${votes.createdAt} > ${since}::timestamptz and ${votes.value} = 1`
}
