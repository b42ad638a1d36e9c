import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { every } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { flagCases } from '../../../schema/flags.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { reviewClaims, reviewSkips } from '../../../schema/review.ts'
import { suggestions } from '../../../schema/suggestions.ts'

/** Forgets claims that have ended, and skips of cases that were withdrawn, replaced or deleted. */
export async function sweepReviewState(ctx: Context) {
  await transact(ctx, async (tx) => {
    await tx.execute(
      sql`delete from ${reviewClaims} where ${reviewClaims.until} <= ${tx.now.toISOString()}::timestamptz`,
    )
    await tx.execute(sql`
      delete from ${reviewSkips} s where not case s.queue
        when 'queued_post' then exists (
          select 1 from ${heldPosts} c where c.id = s.case_id and c.decided_at is null)
        when 'suggested_post_edit' then exists (
          select 1 from ${suggestions} c where c.id = s.case_id and c.status = 1)
        else exists (select 1 from ${flagCases} c where c.id = s.case_id and c.status = 1) end`)
  })
}

export const reviewListeners = [every('23 * * * *', 'sweep-review-state', sweepReviewState)]
