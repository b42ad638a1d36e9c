import { deleteAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { listReputation } from '@stoa/contract/features/reputation'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { reversedVotes, votes } from '../../../schema/votes.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aTrustedUser } from '../../people/reputation/reputation.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { anAnswer } from '../shared/posts.factory.ts'
import { restoreVotes, reversalBatch, reverseVotes } from './reversal.actions.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let staff: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aTrustedUser(site.ctx, 'Ada')
  staff = await aUser(site.ctx, { role: 'moderator' })
})
afterAll(() => site.close())

type Voter = { id: string; token: string }

const up = ({ token }: Voter, object_id: string) => site.as(token).call(voteUp, { object_id })
const down = ({ token }: Voter, object_id: string) => site.as(token).call(voteDown, { object_id })
const reverse = (...voters: Voter[]) =>
  transact(site.ctx, (tx) =>
    reverseVotes(
      tx,
      voters.map(({ id }) => id),
    ),
  )
const restore = (...voters: Voter[]) =>
  transact(site.ctx, (tx) =>
    restoreVotes(
      tx,
      voters.map(({ id }) => id),
    ),
  )

async function pointsOf({ id }: Voter) {
  const [user] = await site.ctx.db.select().from(users).where(eq(users.id, id))
  return user?.points
}

async function listVotesOf({ id }: Voter) {
  return await site.ctx.db.select().from(votes).where(eq(votes.userId, id))
}

/** A question and an answer of a new author, with a comment. */
async function aThread() {
  const author = await aTrustedUser(site.ctx)
  const question = await aQuestion(site.as(author.token))
  const answer = await anAnswer(site.ctx, { questionId: question.id, userId: author.id })
  await site.db.update(users).set({ answerCount: 1 }).where(eq(users.id, author.id))
  const comment = await site
    .as(author.token)
    .call(addComment, { object_id: question.id, original_text: 'Which flour do you use?' })
  return { author, question, answer, commentId: comment.comment_id }
}

async function scoresOf({ question, answer, commentId }: Awaited<ReturnType<typeof aThread>>) {
  const [row] = await site.ctx.db
    .select({
      question: questions.score,
      answer: answers.score,
      comment: comments.score,
      isAnswered: questions.isAnswered,
    })
    .from(questions)
    .innerJoin(answers, eq(answers.id, answer.id))
    .innerJoin(comments, eq(comments.id, commentId))
    .where(eq(questions.id, question.id))
  return row
}

/** The factories write no revisions and no approved edits. */
async function expectHealthy() {
  const findings = await runChecks(site.ctx, { repair: false })
  const isOfVotes = /score|is_answered|points|votes/
  expect(findings.filter(({ name }) => isOfVotes.test(name))).toEqual([])
}

describe('reverseVotes and restoreVotes', () => {
  it('reverse scores and reputation of author and voter, and restore them exactly', async () => {
    const thread = await aThread()
    const [eve, other] = [await aTrustedUser(site.ctx), await aTrustedUser(site.ctx)]
    await up(eve, thread.question.id)
    await up(eve, thread.answer.id)
    await up(eve, thread.commentId)
    await up(other, thread.question.id)
    const downvoted = await anAnswer(site.ctx, { questionId: thread.question.id, userId: ada.id })
    await down(eve, downvoted.id)
    const before = {
      votes: await listVotesOf(eve),
      scores: await scoresOf(thread),
      points: [await pointsOf(thread.author), await pointsOf(eve), await pointsOf(ada)],
    }
    expect(before.scores).toEqual({ question: 2, answer: 1, comment: 1, isAnswered: true })
    expect(before.points).toEqual([1029, 998, 997])

    site.advance(1000)
    expect(await reverse(eve)).toBe(4)
    expect(await reverse(eve)).toBe(0)
    expect(await listVotesOf(eve)).toEqual([])
    expect(await scoresOf(thread)).toEqual({
      question: 1,
      answer: 0,
      comment: 0,
      isAnswered: false,
    })
    expect([await pointsOf(thread.author), await pointsOf(eve), await pointsOf(ada)]).toEqual([
      1009, 999, 999,
    ])
    await expectHealthy()

    site.advance(1000)
    expect(await restore(eve)).toBe(4)
    expect(await restore(eve)).toBe(0)
    expect(await listVotesOf(eve)).toEqual(before.votes)
    expect(await scoresOf(thread)).toEqual(before.scores)
    expect([await pointsOf(thread.author), await pointsOf(eve), await pointsOf(ada)]).toEqual(
      before.points,
    )
    expect(await site.ctx.db.select().from(reversedVotes)).toEqual([])
    await expectHealthy()
  })

  it('are listed with their own reasons in the reputation of the author', async () => {
    const { author, question } = await aThread()
    const eve = await aTrustedUser(site.ctx)
    await up(eve, question.id)
    await reverse(eve)
    await restore(eve)
    const { list } = await site.as(author.token).call(listReputation, {})
    expect(list.map(({ reason, reputation }) => [reason, reputation])).toEqual([
      ['votes_restored', 10],
      ['voter_removed', -10],
      ['upvoted', 10],
    ])
    expect(list.map(({ rank_type }) => rank_type)).toEqual([
      'votes restored',
      'voter removed',
      'upvoted',
    ])
  })

  it('work for a deleted post, whose points are hidden', async () => {
    const { author, answer } = await aThread()
    const [eve, other] = [await aTrustedUser(site.ctx), await aTrustedUser(site.ctx)]
    await up(eve, answer.id)
    await up(other, answer.id)
    const moderator = site.as(staff.token)
    await moderator.call(deleteAnswer, { id: answer.id })
    expect(await pointsOf(author)).toBe(999)
    await reverse(eve)
    expect(await pointsOf(author)).toBe(999)
    await moderator.call(recoverAnswer, { answer_id: answer.id })
    expect(await pointsOf(author)).toBe(1009)
    await moderator.call(deleteAnswer, { id: answer.id })
    await restore(eve)
    expect(await pointsOf(author)).toBe(999)
    await moderator.call(recoverAnswer, { answer_id: answer.id })
    expect(await pointsOf(author)).toBe(1019)
    await expectHealthy()
  })

  it('leave a vote that was cast again, and never count it twice', async () => {
    const { author, question } = await aThread()
    const eve = await aTrustedUser(site.ctx)
    for (const _ of [1, 2]) {
      await up(eve, question.id)
      site.advance(1000)
      await reverse(eve)
      site.advance(1000)
      await up(eve, question.id)
      expect(await restore(eve)).toBe(1)
      expect(await pointsOf(author)).toBe(1009)
    }
    await site.as(eve.token).call(voteUp, { object_id: question.id, is_cancel: true })
    expect(await pointsOf(author)).toBe(999)
    await up(eve, question.id)
    site.advance(1000)
    await reverse(eve)
    await restore(eve)
    expect(await pointsOf(author)).toBe(1009)
    await expectHealthy()
  })

  it('work in batches, and with the votes of several users', async () => {
    const { author, question } = await aThread()
    const [eve, mallory] = [await aTrustedUser(site.ctx), await aTrustedUser(site.ctx)]
    await site.db.execute(sql`
      with copies as (
        insert into comments (question_id, user_id, original_text, parsed_text, renderer_version, created_at, score)
        select ${question.id}, ${author.id}, 'x', 'x', 1, now(), 1 from generate_series(1, ${reversalBatch}) returning id)
      insert into votes select ${eve.id}, id, 1, now() from copies`)
    await up(mallory, question.id)
    expect(await reverse(eve, mallory)).toBe(reversalBatch)
    expect(await reverse(eve, mallory)).toBe(1)
    expect(await reverse(eve, mallory)).toBe(0)
    expect(await pointsOf(author)).toBe(999)
    expect(await restore(eve, mallory)).toBe(reversalBatch)
    expect(await restore(eve, mallory)).toBe(1)
    expect(await pointsOf(author)).toBe(1009)
  })

  it('keep the counters exact while others vote', async () => {
    const thread = await aThread()
    const voters = await Promise.all(Array.from({ length: 8 }, () => aTrustedUser(site.ctx)))
    const eve = voters[0]!
    const vote = (voter: Voter) =>
      Promise.all([up(voter, thread.question.id), down(voter, thread.answer.id)])
    await vote(eve)
    await Promise.all([
      ...voters.map(vote),
      reverse(eve),
      reverse(eve),
      restore(eve),
      reverse(...voters),
      restore(...voters),
    ])
    await expectHealthy()
  })
})
