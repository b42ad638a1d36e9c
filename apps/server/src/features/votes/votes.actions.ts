import type { Votes } from '@stoa/contract/features/votes'
import { typeOfId } from '@stoa/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import { prepared } from '../../kernel/prepared.ts'
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
  const locking = getPost(tx, who, wish.objectId, { isLocked: true })
  // Sent along with the lock, behind it: what the rules refuse is undone with the transaction.
  const writing = write(tx, who.id, wish)
  writing.catch(() => {})
  const post = await locking
  toasted(canVote(who, post, wish.isCancel ? 0 : wish.direction, policy.required))
  const { before, against } = await writing
  const { direction, isCancel } = wish
  const value = !isCancel ? direction : before === direction ? 0 : before
  const score = post.score + value - before
  if (value !== before) {
    if (post.kind === 'answer') await refreshQuestion(tx, who, post, score)
    await tx.emit('post.voted', { objectId: post.id, userId: who.id, value, before })
    moveVoteReputation(tx, who, { post, before, value }, policy.timeZone)
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
async function write(tx: Tx, userId: string, { objectId, direction, isCancel }: Wish) {
  const kind = votableOf(objectId)
  const given = { userId, objectId, direction }
  const result = isCancel
    ? await takeVote(tx, given, null, kind)
    : await putVote(tx, { ...given, now: tx.now.toISOString() }, null, kind)
  return inserted(result.rows[0])
}

const tables = { question: questions, answer: answers, comment: comments }
type Votable = keyof typeof tables

function votableOf(objectId: string): Votable {
  const kind = typeOfId(objectId)
  return kind !== null && kind in tables ? (kind as Votable) : fail('object.not_found')
}

type Given = { userId: string; objectId: string; direction: 1 | -1 }

const putVote = prepared((_db, given: Given & { now: string }, _who, kind: Votable) => {
  const { userId, objectId, direction, now } = given
  return written(
    kind,
    given,
    sql`insert into votes (user_id, object_id, value, created_at)
      values (${userId}, ${objectId}, ${direction}, ${now})
      on conflict (user_id, object_id) do update set value = excluded.value, created_at = excluded.created_at
      where votes.value <> excluded.value
      returning value - coalesce((select value from earlier), 0) as moved`,
  )
})

/** A vote of the other direction stays. */
const takeVote = prepared((_db, given: Given, _who, kind: Votable) =>
  written(
    kind,
    given,
    sql`delete from votes
      where user_id = ${given.userId} and object_id = ${given.objectId} and value = ${given.direction}
      returning -value as moved`,
  ),
)

function written(kind: Votable, { userId, objectId }: Given, change: SQL) {
  return sql<{ rows: { before: Vote; against: number }[] }>`
    with earlier as (select value from votes where user_id = ${userId} and object_id = ${objectId}),
    written as (${change}),
    scored as (
      update ${tables[kind]} set score = score + moved from written where id = ${objectId})
    select coalesce((select value from earlier), 0) as before,
      (select count(*)::int from votes where object_id = ${objectId} and value = -1) as against`
}

/** A question counts as answered while an answer has more than zero: told when one crosses that line. */
async function refreshQuestion(tx: Tx, who: Actor, post: PostState, score: number) {
  if (post.score > 0 === score > 0) return
  await lockQuestion(tx, who, post.questionId)
  await refreshAnswers(tx, post.questionId)
}

type Moved = Change & { post: PostState }

/** What the vote that is gone gave is taken back exactly; the new one gives what it is worth today. */
function moveVoteReputation(tx: Tx, who: Actor, { post, before, value }: Moved, timeZone: string) {
  const { kind } = post
  if (kind === 'comment') return
  const toAuthor = { userId: post.userId, objectId: post.id, byUserId: who.id }
  const kindsOf: Record<Vote, readonly ReputationKind[]> = {
    1: [`${kind}.voted_up`],
    0: [],
    [-1]: kind === 'answer' ? ['answer.voted_down', 'answer.vote_down'] : ['question.voted_down'],
  }
  moveReputation(
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
