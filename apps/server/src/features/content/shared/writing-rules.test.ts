import {
  postAnswer,
  askWithAnswer,
  deleteAnswer,
  editAnswer,
} from '@stoa/contract/features/answers'
import { addComment, deleteComment } from '@stoa/contract/features/comments'
import { getDeletions, renderText } from '@stoa/contract/features/posts'
import {
  askQuestion,
  deleteQuestion,
  editQuestion,
  getQuestion,
  recoverQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { voteUp } from '@stoa/contract/features/votes'
import { writeSettings } from '@stoa/contract/settings/writing'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { within } from '../../../kernel/events.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { activities } from '../../../schema/activity.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { questions } from '../../../schema/posts.ts'
import { votes } from '../../../schema/votes.ts'

let site: TestSite
const events: { name: string; mentioned: string[] }[] = []

beforeAll(async () => {
  site = await aSite()
  const names = ['question.asked', 'question.edited', 'answer.posted', 'answer.edited'] as const
  for (const name of names) {
    const listener = within(
      name,
      async (_tx, { mentioned }) => void events.push({ name, mentioned }),
    )
    const listeners = site.ctx.listeners.within as Map<string, readonly unknown[]>
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
  }
})
afterAll(() => site.close())

const aMember = async (name?: string) => {
  const user = await aUser(site.ctx, name === undefined ? {} : { name })
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, user.id))
  return { ...user, username: row!.username, client: site.as(user.token) }
}
const question = { title: 'The same again', content: 'Word for word.', tags: [{ slug_name: 'a' }] }
const newQuestion = async (userId: string) => {
  const [row] = await site.ctx.db
    .select({ n: count() })
    .from(questions)
    .where(eq(questions.userId, userId))
  return row!.n
}

describe('equal content sent again without an idempotency key', () => {
  it('creates one question, also when concurrent', async () => {
    const { id, client } = await aMember()
    const responses = await Promise.all([1, 2, 3].map(() => client.call(askQuestion, question)))
    expect(new Set(responses.map((response) => response.id)).size).toBe(1)
    expect(await newQuestion(id)).toBe(1)
    const other = await aMember()
    const another = await other.client.call(askQuestion, question)
    expect(another.id).not.toBe(responses[0]!.id)
    site.advance(5 * 60_000 + 1000)
    expect((await client.call(askQuestion, question)).id).not.toBe(responses[0]!.id)
    expect(await newQuestion(id)).toBe(2)
  })

  it('is deduplicated for answers and comments, but not across texts or posts', async () => {
    const { client } = await aMember()
    const [one, two] = [await aQuestion(client), await aQuestion(client)]
    const comment = { original_text: 'Me too.' }
    const first = await client.call(addComment, { object_id: one.id, ...comment })
    const again = await client.call(addComment, { object_id: one.id, ...comment })
    const elsewhere = await client.call(addComment, { object_id: two.id, ...comment })
    expect(again.comment_id).toBe(first.comment_id)
    expect(elsewhere.comment_id).not.toBe(first.comment_id)
    const writer = await aMember()
    const answer = { question_id: one.id, content: 'The very same answer.' }
    const posted = await writer.client.call(postAnswer, answer)
    expect((await writer.client.call(postAnswer, answer)).info.id).toBe(posted.info.id)
    const both = { ...question, answer_content: 'And the answer to it.' }
    const self = await aMember()
    const [left, right] = await Promise.all([
      self.client.call(askWithAnswer, both),
      self.client.call(askWithAnswer, both),
    ])
    expect(left.info.id).toBe(right.info.id)
  })

  it('is new after the first was deleted, or with a new key', async () => {
    const { id, client } = await aMember()
    const first = await client.call(askQuestion, question)
    await client.call(deleteQuestion, { id: first.id })
    const second = await client.call(askQuestion, question)
    expect(second.id).not.toBe(first.id)
    await client.call(askQuestion, question, { idempotencyKey: 'one-more-please' })
    expect(await newQuestion(id)).toBe(3)
    const comment = { object_id: second.id, original_text: 'Hm.' }
    const { comment_id } = await client.call(addComment, comment)
    await client.call(deleteComment, { comment_id })
    expect((await client.call(addComment, comment)).comment_id).not.toBe(comment_id)
  })
})

describe('repeatedly deleting posts', () => {
  it('blocks asking and answering, with a warning before, until a post is restored', async () => {
    const [ada, ben] = [await aMember(), await aMember()]
    await site.db.update(users).set({ points: 200 }).where(eq(users.id, ben.id))
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { deletion_block_posts: 2 }))
    const untouched = await aQuestion(ada.client)
    await ada.client.call(deleteQuestion, { id: untouched.id })
    const newAnswer = await aQuestion(ada.client)
    await anAnswer(ben.client, newAnswer.id)
    const others = await aQuestion(ben.client)
    const voted = await anAnswer(ada.client, others.id, 'An answer someone votes on.')
    await ben.client.call(voteUp, { object_id: voted.id })
    await ben.client.call(voteUp, { object_id: voted.id, is_cancel: true })
    const { client } = ada
    expect(await client.call(getDeletions, { object_id: newAnswer.id })).toEqual({
      counts: true,
      counted: 0,
      most: 2,
      within_days: 30,
      block_days: 7,
      blocked_until: 0,
    })
    // Deletions by staff do not count.
    const removed = await aQuestion(client)
    await anAnswer(ben.client, removed.id)
    const mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await mod.call(deleteQuestion, { id: removed.id })
    await client.call(deleteQuestion, { id: newAnswer.id })
    expect(await client.call(getDeletions, { object_id: voted.id })).toMatchObject({
      counts: false,
      counted: 1,
    })
    const downvote = {
      userId: ben.id,
      objectId: voted.id,
      value: -1,
      createdAt: new Date(),
    } as const
    await site.db.insert(votes).values(downvote)
    expect(await client.call(getDeletions, { object_id: voted.id })).toMatchObject({ counts: true })
    await client.call(deleteAnswer, { id: voted.id })
    const { counted, blocked_until } = await client.call(getDeletions, {})
    expect([counted, blocked_until]).toEqual([
      2,
      Math.floor(site.ctx.clock.now().getTime() / 1000) + 7 * 86_400,
    ])
    await expectError(aQuestion(client), 'post.deletion_block')
    await expectError(anAnswer(client, (await aQuestion(ben.client)).id), 'post.deletion_block')
    await client.call(recoverQuestion, { question_id: newAnswer.id })
    await aQuestion(client)
    await client.call(deleteQuestion, { id: newAnswer.id })
    await expectError(aQuestion(client), 'post.deletion_block')
    site.advance(7 * 86_400_000 + 1000)
    await aQuestion(site.as((await aUser(site.ctx)).token))
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { deletion_block_posts: 5 }))
  })
})

describe('mentioned users', () => {
  it('are in the event once, if they exist', async () => {
    const [ada, ben, cleo, deleted] = [
      await aMember('Ada'),
      await aMember('Ben'),
      await aMember('Cleo'),
      await aMember('Gone'),
    ]
    await site.db
      .update(users)
      .set({ status: 'deleted', email: null })
      .where(eq(users.id, deleted.id))
    events.length = 0
    const content = `Ask @${ben.username}, @${deleted.username}, @nobody-at-all or @${ada.username}.`
    const tags = [{ slug_name: 'a' }]
    const first = { title: 'Named', content, tags, mention_username_list: [cleo.username] }
    const { id } = await ada.client.call(askQuestion, first)
    const more = { ...first, mention_username_list: [], version: 1 }
    await ada.client.call(editQuestion, {
      id,
      ...more,
      content: `${content} And @${cleo.username}.`,
    })
    const { info } = await ben.client.call(postAnswer, {
      question_id: id,
      content: `As @${ada.username} says.`,
      mention_username_list: [ben.username],
    })
    await ben.client.call(editAnswer, {
      id: info.id,
      content: `As @${ada.username} said.`,
      version: 1,
      mention_username_list: [cleo.username],
    })
    expect(events).toEqual([
      { name: 'question.asked', mentioned: [ben.id, cleo.id] },
      { name: 'question.edited', mentioned: [cleo.id] },
      { name: 'answer.posted', mentioned: [ada.id] },
      { name: 'answer.edited', mentioned: [cleo.id] },
    ])
  })
})

describe('PUT /question/reopen', () => {
  it('lets staff reopen closed questions only', async () => {
    const ada = await aMember()
    const mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    const { id } = await aQuestion(ada.client)
    const input = { question_id: id }
    await expectError(mod.call(reopenQuestion, input), 'question.not_closed')
    await site.db.update(questions).set({ status: 2 }).where(eq(questions.id, id))
    await expectError(ada.client.call(reopenQuestion, input), 'auth.forbidden')
    await mod.call(reopenQuestion, input)
    expect((await site.as().call(getQuestion, { id })).status).toBe(1)
    const kinds = await site.ctx.db
      .select({ kind: activities.kind })
      .from(activities)
      .where(eq(activities.objectId, id))
    expect(kinds.map(({ kind }) => kind)).toEqual(['asked', 'reopened'])
    await mod.call(deleteQuestion, { id })
    await expectError(mod.call(reopenQuestion, input), 'question.not_closed')
  })
})

describe('POST /post/render', () => {
  it('renders like a post, for members only', async () => {
    const { client } = await aMember()
    const content = '**Bold** <script>alert(1)</script> [out](https://example.org)'
    expect(await client.call(renderText, { content })).toBe(
      (await aQuestion(client, { content })).html,
    )
    await expectError(site.as().call(renderText, { content }), 'auth.required')
    await expectError(
      client.call(renderText, { content: 'a'.repeat(65_536) }),
      'base.request_format_error',
    )
  })
})
