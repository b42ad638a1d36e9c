import { typeOfId } from '@stoa/contract/ids'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { reversedVotes, type ReversalReason, votes } from '../../../schema/votes.ts'
import { reinstateVotePoints, revokeVotePoints } from '../../people/reputation/reversal.actions.ts'
import { refreshAnswerSummary } from '../shared/posts.actions.ts'
import { lockVotedContent, type VotedContent } from './reversal.locks.ts'

/** Every post of a batch is locked until it commits. */
export const reversalBatch = 100

type Vote = { userId: string; objectId: string; value: 1 | -1; reversedAt: Date }

/**
 * Reverses votes of removed accounts, of which `restoreVotes` restores exactly those. One call reverses one batch: call it
 * in a new transaction each, until it returns 0.
 */
export async function reverseVotes(tx: Tx, voterIds: readonly string[]): Promise<number> {
  return await reverseBatch(tx, 'voter_removed', inArray(votes.userId, [...voterIds]))
}

/** Restores what `reverseVotes` reversed, in batches too. A vote that the user cast again since stays as it is. */
export async function restoreVotes(tx: Tx, voterIds: readonly string[]): Promise<number> {
  const isReversed = and(
    inArray(reversedVotes.userId, [...voterIds]),
    eq(reversedVotes.reason, 'voter_removed'),
  )
  const candidates = await tx
    .select({ userId: reversedVotes.userId, objectId: reversedVotes.objectId })
    .from(reversedVotes)
    .where(isReversed)
    .orderBy(asc(reversedVotes.userId), asc(reversedVotes.objectId))
    .limit(reversalBatch)
  if (candidates.length === 0) return 0
  const contents = await lockVotedContent(tx, candidates)
  const removed = await tx
    .delete(reversedVotes)
    .where(and(isReversed, isOneOf(candidates, reversedVotes)))
    .returning()
  const existing = removed.filter(({ objectId }) => contents.has(objectId))
  const restored = await insertVotes(tx, existing)
  await changeScores(tx, restored, 1)
  await refreshQuestions(tx, restored, contents)
  await emitVotes(tx, restored, contents, ({ value }) => ({ before: 0, value }))
  await reinstateVotePoints(tx, withVisibility(restored, contents))
  return candidates.length
}

/** Returns the number of votes that were found, which is 0 once none is left. */
export async function reverseBatch(tx: Tx, reason: ReversalReason, condition: SQL | undefined) {
  const candidates = await tx
    .select({ userId: votes.userId, objectId: votes.objectId })
    .from(votes)
    .where(condition)
    .orderBy(asc(votes.userId), asc(votes.objectId))
    .limit(reversalBatch)
  if (candidates.length === 0) return 0
  const contents = await lockVotedContent(tx, candidates)
  const reversed = await deleteVotes(tx, reason, and(condition, isOneOf(candidates, votes)))
  await changeScores(tx, reversed, -1)
  await refreshQuestions(tx, reversed, contents)
  await emitVotes(tx, reversed, contents, ({ value }) => ({ before: value, value: 0 }))
  await revokeVotePoints(tx, withVisibility(reversed, contents), reason)
  return candidates.length
}

type Key = { userId: string; objectId: string }

function isOneOf(keys: readonly Key[], { userId, objectId }: typeof votes | typeof reversedVotes) {
  const pairs = keys.map((key) => sql`(${key.userId}::bigint, ${key.objectId}::bigint)`)
  return sql`(${userId}, ${objectId}) in (${sql.join(pairs, sql`, `)})`
}

/** An earlier reversal of a vote on the same content is replaced: the user voted again since. */
async function deleteVotes(
  tx: Tx,
  reason: ReversalReason,
  condition: SQL | undefined,
): Promise<Vote[]> {
  const deleted = await tx.delete(votes).where(condition).returning()
  if (deleted.length === 0) return []
  const rows = deleted.map(({ createdAt: castAt, ...vote }) => ({
    ...vote,
    castAt,
    reason,
    reversedAt: tx.now,
  }))
  await tx
    .insert(reversedVotes)
    .values(rows)
    .onConflictDoUpdate({
      target: [reversedVotes.userId, reversedVotes.objectId],
      set: {
        value: sql`excluded.value`,
        castAt: sql`excluded.cast_at`,
        reason: sql`excluded.reason`,
        reversedAt: sql`excluded.reversed_at`,
      },
    })
  return rows
}

async function insertVotes(
  tx: Tx,
  rows: readonly (typeof reversedVotes.$inferSelect)[],
): Promise<Vote[]> {
  if (rows.length === 0) return []
  const inserted = await tx
    .insert(votes)
    .values(
      rows.map(({ userId, objectId, value, castAt }) => ({
        userId,
        objectId,
        value,
        createdAt: castAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ userId: votes.userId, objectId: votes.objectId })
  const keys = new Set(inserted.map(({ userId, objectId }) => `${userId} ${objectId}`))
  return rows.filter(({ userId, objectId }) => keys.has(`${userId} ${objectId}`))
}

async function changeScores(tx: Tx, changed: readonly Vote[], sign: 1 | -1) {
  const tables = { question: questions, answer: answers, comment: comments }
  for (const [kind, table] of Object.entries(tables)) {
    const ofKind = changed.filter(({ objectId }) => typeOfId(objectId) === kind)
    if (ofKind.length === 0) continue
    const rows = ofKind.map(
      ({ objectId, value }) => sql`(${objectId}::bigint, ${sign * value}::int)`,
    )
    await tx.execute(sql`
      update ${table} set score = score + sums.delta
      from (
        select id, sum(delta)::int as delta from (values ${sql.join(rows, sql`, `)}) as change (id, delta) group by id
      ) sums
      where ${table.id} = sums.id`)
  }
}

/** A question counts as answered while one of its answers has a positive score. */
async function refreshQuestions(tx: Tx, changed: readonly Vote[], contents: VotedContent) {
  const questionIds = changed
    .filter(({ objectId }) => typeOfId(objectId) === 'answer')
    .map(({ objectId }) => contents.get(objectId)?.questionId)
  const ids = [...new Set(questionIds)].filter((id) => id !== undefined)
  if (ids.length > 0) await refreshAnswerSummary(tx, ...ids)
}

type Change = { before: 1 | 0 | -1; value: 1 | 0 | -1 }

async function emitVotes(
  tx: Tx,
  changed: readonly Vote[],
  contents: VotedContent,
  toChange: (vote: Vote) => Change,
) {
  for (const vote of changed) {
    const content = contents.get(vote.objectId)
    if (content === undefined) continue
    const { questionId, authorId } = content
    const { objectId, userId } = vote
    await tx.emit('post.voted', { objectId, questionId, authorId, userId, ...toChange(vote) })
  }
}

function withVisibility(changed: readonly Vote[], contents: VotedContent) {
  return changed.map((vote) => ({
    ...vote,
    isHidden: contents.get(vote.objectId)?.isDeleted ?? false,
  }))
}
