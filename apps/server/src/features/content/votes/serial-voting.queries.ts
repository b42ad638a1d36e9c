import { and, asc, gt, inArray, eq, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { votes } from '../../../schema/votes.ts'
import type { CastVote } from './serial-voting.rules.ts'

/** Only they can have cast enough votes on one author. An index-only scan of the recent votes. */
export function activeVotersQuery(db: ReadDb, since: Date, minimum: number) {
  return db
    .select({ userId: votes.userId })
    .from(votes)
    .where(gt(votes.createdAt, since))
    .groupBy(votes.userId)
    .having(sql`count(*) >= ${minimum}`)
    .orderBy(asc(votes.userId))
}

export async function listActiveVoters(db: ReadDb, since: Date, minimum: number) {
  return (await activeVotersQuery(db, since, minimum)).map(({ userId }) => userId)
}

/** Votes on comments give no reputation, and those on deleted posts neither. */
export function recentVotesQuery(db: ReadDb, userIds: readonly string[], since: Date) {
  const deleted = 10
  const authorId = sql<string>`coalesce(${questions.userId}, ${answers.userId})::text`
  return db
    .select({
      userId: votes.userId,
      authorId,
      objectId: votes.objectId,
      value: votes.value,
      castAt: votes.createdAt,
    })
    .from(votes)
    .leftJoin(questions, eq(questions.id, votes.objectId))
    .leftJoin(answers, eq(answers.id, votes.objectId))
    .where(
      and(
        inArray(votes.userId, [...userIds]),
        gt(votes.createdAt, since),
        sql`coalesce(${questions.status}, ${answers.status}) <> ${deleted}`,
      ),
    )
    .orderBy(asc(votes.userId), asc(votes.createdAt))
}

export async function listRecentVotes(
  db: ReadDb,
  userIds: readonly string[],
  since: Date,
): Promise<CastVote[]> {
  return await recentVotesQuery(db, userIds, since)
}
