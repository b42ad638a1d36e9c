import type { Votes } from '@stoa/contract/features/votes'
import { eq, sql } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import type { Actor, RequiredReputation, Verdict } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import { lockQuestion, refreshAnswers } from '../posts/posts.actions.ts'
import { getPost, type PostState } from '../posts/posts.queries.ts'
import { answers, comments, questions } from '../posts/posts.table.ts'
import { moveReputation } from '../reputation/reputation.actions.ts'
import type { ReputationKind } from '../reputation/reputation.table.ts'
import { canVote, type Vote } from './votes.rules.ts'
import { votes } from '../posts/votes.table.ts'

type Wish = { objectId: string; direction: 1 | -1; isCancel: boolean }
type Policy = { required: RequiredReputation; timeZone: string }

/** Leaves one vote of a person on a post, or none: whatever stood there before, and however often it is asked for. */
export async function vote(tx: Tx, who: Actor, wish: Wish, policy: Policy): Promise<Votes> {
  const post = await getPost(tx, who, wish.objectId, { isLocked: true })
  toasted(canVote(who, post, wish.isCancel ? 0 : wish.direction, policy.required))
  const { before, value } = wish.isCancel
    ? await takeVote(tx, who.id, wish)
    : await putVote(tx, who.id, wish)
  const counts = await moveScore(tx, post, value - before)
  if (value !== before) {
    if (post.kind === 'answer') await refreshQuestion(tx, who, post, counts.score)
    await tx.emit('post.voted', { objectId: post.id, userId: who.id, value, before })
    await moveVoteReputation(tx, who, { post, before, value }, policy.timeZone)
  }
  return {
    up_votes: counts.score + counts.against,
    down_votes: counts.against,
    votes: counts.score,
    vote_status: value === 0 ? '' : value === 1 ? 'vote_up' : 'vote_down',
  }
}

/** A vote is refused with a word in passing, where it was clicked. */
function toasted(verdict: Verdict) {
  if (verdict.ok) return
  fail(verdict.code, { values: verdict.values ?? {}, hint: { err_type: 'toast' } })
}

type Change = { before: Vote; value: Vote }

/** The lock on the post keeps other votes of the same person out, so what stands there is known in one statement. */
async function putVote(tx: Tx, userId: string, { objectId, direction }: Wish): Promise<Change> {
  const result = await tx.execute<{ before: Vote }>(sql`
    with earlier as (select value from votes where user_id = ${userId} and object_id = ${objectId}),
    written as (
      insert into votes (user_id, object_id, value, created_at)
      values (${userId}, ${objectId}, ${direction}, ${tx.now.toISOString()})
      on conflict (user_id, object_id) do update set value = excluded.value, created_at = excluded.created_at
      where votes.value <> excluded.value)
    select coalesce((select value from earlier), 0) as before`)
  return { before: inserted(result.rows[0]).before, value: direction }
}

/** A vote of the other direction stays. */
async function takeVote(tx: Tx, userId: string, { objectId, direction }: Wish): Promise<Change> {
  const result = await tx.execute<{ before: Vote }>(sql`
    with earlier as (select value from votes where user_id = ${userId} and object_id = ${objectId}),
    taken as (
      delete from votes where user_id = ${userId} and object_id = ${objectId} and value = ${direction})
    select coalesce((select value from earlier), 0) as before`)
  const { before } = inserted(result.rows[0])
  return { before, value: before === direction ? 0 : before }
}

const tables = { question: questions, answer: answers, comment: comments }

/** Moves the score and reads it; how many are against is counted, because few are. */
async function moveScore(tx: Tx, { kind, id }: PostState, delta: number) {
  const table = tables[kind]
  const against = sql<number>`(select count(*)::int from ${votes}
    where ${votes.objectId} = ${id} and ${votes.value} = -1)`
  const columns = { score: table.score, against }
  const isPost = eq(table.id, id)
  const rows =
    delta === 0
      ? await tx.select(columns).from(table).where(isPost)
      : await tx
          .update(table)
          .set({ score: sql`${table.score} + ${delta}` })
          .where(isPost)
          .returning(columns)
  return inserted(rows[0])
}

/** A question counts as answered while an answer has more than zero: told when one crosses that line. */
async function refreshQuestion(tx: Tx, who: Actor, post: PostState, score: number) {
  if (post.score > 0 === score > 0) return
  await lockQuestion(tx, who, post.questionId)
  await refreshAnswers(tx, post.questionId)
}

type Moved = Change & { post: PostState }

/** What the vote that is gone gave is taken back exactly; the new one gives what it is worth today. */
async function moveVoteReputation(
  tx: Tx,
  who: Actor,
  { post, before, value }: Moved,
  timeZone: string,
) {
  const { kind } = post
  if (kind === 'comment') return
  const toAuthor = { userId: post.userId, objectId: post.id, byUserId: who.id }
  const kindsOf: Record<Vote, readonly ReputationKind[]> = {
    1: [`${kind}.voted_up`],
    0: [],
    [-1]: kind === 'answer' ? ['answer.voted_down', 'answer.vote_down'] : ['question.voted_down'],
  }
  await moveReputation(
    tx,
    {
      takeBack:
        before === 0 ? [] : [{ objectId: post.id, byUserId: who.id, kinds: kindsOf[before] }],
      give: kindsOf[value].map((what) => ({
        ...toAuthor,
        kind: what,
        userId: what === 'answer.vote_down' ? who.id : post.userId,
      })),
    },
    timeZone,
  )
}
