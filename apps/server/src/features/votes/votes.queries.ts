import type { VoteLine } from '@stoa/contract/features/votes'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, desc, eq } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { readPageOfMany } from '../../kernel/paging.ts'
import type { Actor } from '../../kernel/rules.ts'
import { isQuestionOf, postLineColumns, toPostLine } from '../posts/posts.queries.ts'
import type { WriteId } from '../posts/posts.settings.ts'
import { answers, questions } from '../posts/posts.table.ts'
import { isPostVisibleTo } from '../posts/posts.visibility.ts'
import { votes } from '../posts/votes.table.ts'

/** A person's own votes on questions and answers that they can still see. */
export async function listVotesOf(
  db: Db,
  who: Actor,
  paging: { page: number; page_size: number },
  { t, writeId }: { t: Translate; writeId: WriteId },
): Promise<Page<VoteLine>> {
  const where = and(eq(votes.userId, who.id), isPostVisibleTo(who))
  const find = () =>
    db
      .select({ ...postLineColumns, value: votes.value, createdAt: votes.createdAt })
      .from(votes)
      .leftJoin(answers, eq(answers.id, votes.objectId))
      .innerJoin(questions, isQuestionOf(votes.objectId))
      .where(where)
      .$dynamic()
  const newest = [desc(votes.createdAt), desc(votes.objectId)]
  const { count, rows } = await readPageOfMany(db, find, newest, paging)
  const list = rows.map((row) => ({
    ...toPostLine(row, writeId),
    created_at: toUnix(row.createdAt),
    vote_type: t(row.value === 1 ? 'vote.upvote' : 'vote.downvote'),
  }))
  return { count, list }
}
