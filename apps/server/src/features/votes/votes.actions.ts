import type { Votes } from '@stoa/contract/features/votes'
import { sql } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import type { Actor, RequiredReputation, Verdict } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import { lockQuestion, refreshAnswers } from '../posts/posts.actions.ts'
import { getPost, type PostState } from '../posts/posts.queries.ts'
import { answers, comments, questions } from '../posts/posts.table.ts'
import { moveReputation } from '../reputation/reputation.actions.ts'
import type { ReputationKind } from '../reputation/reputation.table.ts'
import { canVote, type Vote } from './votes.rules.ts'

type Wish = { objectId: string; direction: 1 | -1; isCancel: boolean }
type Policy = { required: RequiredReputation; timeZone: string }

/** Leaves one vote of a person on a post, or none: whatever stood there before, and however often it is asked for. */
export async function vote(tx: Tx, who: Actor, wish: Wish, policy: Policy): Promise<Votes> {
  const post = await getPost(tx, who, wish.objectId, { isLocked: true })
  toasted(canVote(who, post, wish.isCancel ? 0 : wish.direction, policy.required))
  const { before, against } = await write(tx, who.id, post, wish)
  const { direction, isCancel } = wish
  const value = !isCancel ? direction : before === direction ? 0 : before
  const score = post.score + value - before
  if (value !== before) {
    if (post.kind === 'answer') await refreshQuestion(tx, who, post, score)
    await tx.emit('post.voted', { objectId: post.id, userId: who.id, value, before })
    await moveVoteReputation(tx, who, { post, before, value }, policy.timeZone)
  }
  // Counted before this vote was written.
  const downVotes = against + Number(value === -1) - Number(before === -1)
  return {
    up_votes: score + downVotes,
    down_votes: downVotes,
    votes: score,
    vote_status: value === 0 ? '' : value === 1 ? 'vote_up' : 'vote_down',
  }
}

/** A vote is refused with a word in passing, where it was clicked. */
function toasted(verdict: Verdict) {
  if (verdict.ok) return
  fail(verdict.code, { values: verdict.values ?? {}, hint: { err_type: 'toast' } })
}

type Change = { before: Vote; value: Vote }

/**
 * Puts the vote or takes it away, moves the score with it, and tells what stood there and how many were against. The
 * lock on the post keeps other votes of the same person out, so all of it is one statement.
 */
async function write(tx: Tx, userId: string, post: PostState, { direction, isCancel }: Wish) {
  const isOwn = sql`user_id = ${userId} and object_id = ${post.id}`
  // A vote of the other direction stays when one is taken back.
  const written = isCancel
    ? sql`delete from votes where ${isOwn} and value = ${direction} returning -value as moved`
    : sql`insert into votes (user_id, object_id, value, created_at)
        values (${userId}, ${post.id}, ${direction}, ${tx.now.toISOString()})
        on conflict (user_id, object_id) do update set value = excluded.value, created_at = excluded.created_at
        where votes.value <> excluded.value
        returning value - coalesce((select value from earlier), 0) as moved`
  const result = await tx.execute<{ before: Vote; against: number }>(sql`
    with earlier as (select value from votes where ${isOwn}),
    written as (${written}),
    scored as (
      update ${tables[post.kind]} set score = score + moved from written where id = ${post.id})
    select coalesce((select value from earlier), 0) as before,
      (select count(*)::int from votes where object_id = ${post.id} and value = -1) as against`)
  return inserted(result.rows[0])
}

const tables = { question: questions, answer: answers, comment: comments }

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
