import type { Tx } from '../../../kernel/context.ts'
import type { VoteResult } from '@stoa/contract/features/votes'
import { type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../../kernel/prepared.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { lockQuestion, refreshAnswerSummary } from '../shared/posts.actions.ts'
import { getPost, type PostState } from '../shared/posts.queries.ts'
import { canChange } from '../shared/posts.rules.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { changeReputation } from '../../people/reputation/reputation.actions.ts'
import type { ReputationKind } from '../../../schema/reputation.ts'
import { canVote, type VoteValue } from './votes.rules.ts'

export type VoteInput = { objectId: string; direction: 1 | -1; isCancel: boolean }

/** Sets or clears a user's vote. Idempotent. */
export async function vote(tx: Tx, actor: Actor, input: VoteInput): Promise<VoteResult> {
  const post = await getPost(tx, actor, input.objectId, { forUpdate: true })
  assertAllowed(canChange(actor, post), { show: 'toast' })
  const required = requiredReputation(tx.ctx.settings)
  const verdict = canVote(actor, post, input.isCancel ? 0 : input.direction, required)
  assertAllowed(verdict, { show: 'toast' })
  const { previous, previousDownVotes } = await saveVote(tx, actor.id, post.kind, input)
  const { direction, isCancel } = input
  const value = !isCancel ? direction : previous === direction ? 0 : previous
  const score = post.score + value - previous
  if (value !== previous) {
    if (post.kind === 'answer') await refreshQuestion(tx, actor, post, score)
    await tx.emit('post.voted', {
      objectId: post.id,
      questionId: post.questionId,
      authorId: post.userId,
      userId: actor.id,
      value,
      before: previous,
    })
    await changeVoteReputation(tx, actor, { post, previous, value })
  }
  const downVotes = previousDownVotes + Number(value === -1) - Number(previous === -1)
  return {
    up_votes: score + downVotes,
    down_votes: downVotes,
    votes: score,
    vote_status: value === 0 ? '' : value === 1 ? 'vote_up' : 'vote_down',
  }
}

/** Writes the vote and the score in one statement; the lock on the post serializes votes on it. */
async function saveVote(
  tx: Tx,
  userId: string,
  kind: VotableKind,
  { objectId, direction, isCancel }: VoteInput,
) {
  const key = { userId, objectId, direction }
  const [row] = isCancel
    ? await deleteVote(tx, key, null, kind)
    : await upsertVote(tx, { ...key, now: tx.now.toISOString() }, null, kind)
  return requireRow(row)
}

const tables = { question: questions, answer: answers, comment: comments }
type VotableKind = keyof typeof tables
type VoteKey = { userId: string; objectId: string; direction: 1 | -1 }

const upsertVote = prepared((db: Tx, key: VoteKey & { now: string }, _actor, kind: VotableKind) => {
  const { userId, objectId, direction, now } = key
  return voteQuery(
    db,
    kind,
    key,
    sql`insert into votes (user_id, object_id, value, created_at)
      values (${userId}, ${objectId}, ${direction}, ${now})
      on conflict (user_id, object_id) do update set value = excluded.value, created_at = excluded.created_at
      where votes.value <> excluded.value
      returning value - coalesce((select value from previous_vote), 0) as delta`,
  )
})

/** Keeps a vote in the other direction. */
const deleteVote = prepared((db: Tx, key: VoteKey, _actor, kind: VotableKind) =>
  voteQuery(
    db,
    kind,
    key,
    sql`delete from votes
      where user_id = ${key.userId} and object_id = ${key.objectId} and value = ${key.direction}
      returning -value as delta`,
  ),
)

function voteQuery(db: Tx, kind: VotableKind, { userId, objectId }: VoteKey, change: SQL) {
  const previousVote = db
    .$with('previous_vote', {})
    .as(sql`select value from votes where user_id = ${userId} and object_id = ${objectId}`)
  const changedVote = db.$with('changed_vote', {}).as(change)
  const updatedScore = db
    .$with('updated_score', {})
    .as(
      sql`update ${tables[kind]} set score = score + delta from changed_vote where id = ${objectId}`,
    )
  return db
    .with(previousVote, changedVote, updatedScore)
    .select({
      previous: sql<VoteValue>`coalesce((select value from previous_vote), 0)`,
      previousDownVotes: sql<number>`(
        select count(*)::int from votes where object_id = ${objectId} and value = -1)`,
    })
    .from(sql`(select 1) as one_row`)
}

/** A question counts as answered while one of its answers has a positive score. */
async function refreshQuestion(tx: Tx, actor: Actor, post: PostState, score: number) {
  if (post.score > 0 === score > 0) return
  await lockQuestion(tx, actor, post.questionId)
  await refreshAnswerSummary(tx, post.questionId)
}

type VoteChange = { post: PostState; previous: VoteValue; value: VoteValue }

/** Revokes exactly what the previous vote granted; the new one grants today's points. */
async function changeVoteReputation(tx: Tx, actor: Actor, { post, previous, value }: VoteChange) {
  const { kind } = post
  if (kind === 'comment') return
  const kindsOf: Record<VoteValue, readonly ReputationKind[]> = {
    1: [`${kind}.voted_up`],
    0: [],
    [-1]: kind === 'answer' ? ['answer.voted_down', 'answer.vote_down'] : ['question.voted_down'],
  }
  const act = { objectId: post.id, byUserId: actor.id }
  await changeReputation(tx, {
    revoke: previous === 0 ? [] : [{ ...act, kinds: kindsOf[previous] }],
    grant: kindsOf[value].map((reputationKind) => ({
      ...act,
      kind: reputationKind,
      userId: reputationKind === 'answer.vote_down' ? actor.id : post.userId,
    })),
  })
}
