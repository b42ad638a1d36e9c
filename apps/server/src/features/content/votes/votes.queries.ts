import type { VoteLine } from '@stoa/contract/features/votes'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, desc, eq } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { isQuestionOf, postLineColumns, toPostLine } from '../shared/posts.queries.ts'
import type { WriteId } from '../shared/posts.settings.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isPostVisibleTo } from '../shared/posts.visibility.ts'
import { votes } from '../../../schema/votes.ts'

/** Votes on questions and answers that the user can still see. */
export async function listVotesOfUser(
  db: ReadDb,
  actor: Actor,
  paging: { page: number; page_size: number },
  { t, writeId }: { t: Translate; writeId: WriteId },
): Promise<Page<VoteLine>> {
  const where = and(eq(votes.userId, actor.id), isPostVisibleTo(actor))
  const select = () =>
    db
      .select({ ...postLineColumns, value: votes.value, createdAt: votes.createdAt })
      .from(votes)
      .leftJoin(answers, eq(answers.id, votes.objectId))
      .innerJoin(questions, isQuestionOf(votes.objectId))
      .where(where)
      .$dynamic()
  const newestFirst = [desc(votes.createdAt), desc(votes.objectId)]
  const { count, rows } = await readPageWithCappedCount(db, select, newestFirst, paging)
  const list = rows.map((row) => ({
    ...toPostLine(row, writeId),
    created_at: toUnix(row.createdAt),
    vote_type: t(row.value === 1 ? 'vote.upvote' : 'vote.downvote'),
  }))
  return { count, list }
}
