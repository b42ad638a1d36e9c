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
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import { within } from '../../kernel/events.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { activities } from '../activity/activity.table.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'
import { questions } from './posts.table.ts'
import { votes } from './votes.table.ts'

let site: TestSite
const told: { name: string; mentioned: string[] }[] = []

beforeAll(async () => {
  site = await aSite()
  const names = ['question.asked', 'question.edited', 'answer.posted', 'answer.edited'] as const
  for (const name of names) {
    const note = within(name, async (_tx, { mentioned }) => void told.push({ name, mentioned }))
    const listeners = site.ctx.listeners.within as Map<string, readonly unknown[]>
    listeners.set(name, [...(listeners.get(name) ?? []), note])
  }
})
afterAll(() => site.close())

const someone = async (name?: string) => {
  const person = await aPerson(site.ctx, name === undefined ? {} : { name })
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, person.id))
  return { ...person, username: row!.username, client: site.as(person.token) }
}
const question = { title: 'The same again', content: 'Word for word.', tags: [{ slug_name: 'a' }] }
const asked = async (userId: string) => {
  const [row] = await site.ctx.db
    .select({ n: count() })
    .from(questions)
    .where(eq(questions.userId, userId))
  return row!.n
}

describe('the same sent again without a key', () => {
  it('is asked once, however often and however fast it comes', async () => {
    const { id, client } = await someone()
    const replies = await Promise.all([1, 2, 3].map(() => client.call(askQuestion, question)))
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(1)
    expect(await asked(id)).toBe(1)
    const other = await someone()
    const another = await other.client.call(askQuestion, question)
    expect(another.id).not.toBe(replies[0]!.id)
    site.advance(5 * 60_000 + 1000)
    expect((await client.call(askQuestion, question)).id).not.toBe(replies[0]!.id)
    expect(await asked(id)).toBe(2)
  })

  it('holds for answers and comments, and not for another text or place', async () => {
    const { client } = await someone()
    const [one, two] = [await aQuestion(client), await aQuestion(client)]
    const comment = { original_text: 'Me too.' }
    const first = await client.call(addComment, { object_id: one.id, ...comment })
    const again = await client.call(addComment, { object_id: one.id, ...comment })
    const elsewhere = await client.call(addComment, { object_id: two.id, ...comment })
    expect(again.comment_id).toBe(first.comment_id)
    expect(elsewhere.comment_id).not.toBe(first.comment_id)
    const writer = await someone()
    const answer = { question_id: one.id, content: 'The very same answer.' }
    const given = await writer.client.call(postAnswer, answer)
    expect((await writer.client.call(postAnswer, answer)).info.id).toBe(given.info.id)
    const both = { ...question, answer_content: 'And the answer to it.' }
    const self = await someone()
    const [left, right] = await Promise.all([
      self.client.call(askWithAnswer, both),
      self.client.call(askWithAnswer, both),
    ])
    expect(left.info.id).toBe(right.info.id)
  })

  it('is new once the first was taken back, or with a key that says so', async () => {
    const { id, client } = await someone()
    const first = await client.call(askQuestion, question)
    await client.call(deleteQuestion, { id: first.id })
    const second = await client.call(askQuestion, question)
    expect(second.id).not.toBe(first.id)
    await client.call(askQuestion, question, { idempotencyKey: 'one-more-please' })
    expect(await asked(id)).toBe(3)
    const comment = { object_id: second.id, original_text: 'Hm.' }
    const { comment_id } = await client.call(addComment, comment)
    await client.call(deleteComment, { comment_id })
    expect((await client.call(addComment, comment)).comment_id).not.toBe(comment_id)
  })
})

describe('taking posts back again and again', () => {
  it('blocks asking and answering, which is told beforehand and lifted by bringing one back', async () => {
    const [ada, ben] = [await someone(), await someone()]
    await site.ctx.db.update(users).set({ points: 200 }).where(eq(users.id, ben.id))
    await transact(site.ctx, (tx) =>
      changeSettings(tx, site.ctx, writeSettings, { deletion_block_posts: 2 }),
    )
    const untouched = await aQuestion(ada.client)
    await ada.client.call(deleteQuestion, { id: untouched.id })
    const answered = await aQuestion(ada.client)
    await anAnswer(ben.client, answered.id)
    const others = await aQuestion(ben.client)
    const voted = await anAnswer(ada.client, others.id, 'An answer someone votes on.')
    await ben.client.call(voteUp, { object_id: voted.id })
    await ben.client.call(voteUp, { object_id: voted.id, is_cancel: true })
    const { client } = ada
    expect(await client.call(getDeletions, { object_id: answered.id })).toEqual({
      counts: true,
      counted: 0,
      most: 2,
      within_days: 30,
      block_days: 7,
      blocked_until: 0,
    })
    // What staff take away is not counted against its author.
    const removed = await aQuestion(client)
    await anAnswer(ben.client, removed.id)
    const mod = site.as((await aPerson(site.ctx, { role: 'moderator' })).token)
    await mod.call(deleteQuestion, { id: removed.id })
    await client.call(deleteQuestion, { id: answered.id })
    expect(await client.call(getDeletions, { object_id: voted.id })).toMatchObject({
      counts: false,
      counted: 1,
    })
    const against = {
      userId: ben.id,
      objectId: voted.id,
      value: -1,
      createdAt: new Date(),
    } as const
    await site.ctx.db.insert(votes).values(against)
    expect(await client.call(getDeletions, { object_id: voted.id })).toMatchObject({ counts: true })
    await client.call(deleteAnswer, { id: voted.id })
    const { counted, blocked_until } = await client.call(getDeletions, {})
    expect([counted, blocked_until]).toEqual([
      2,
      Math.floor(site.ctx.clock.now().getTime() / 1000) + 7 * 86_400,
    ])
    await expectError(aQuestion(client), 'post.deletion_block')
    await expectError(anAnswer(client, (await aQuestion(ben.client)).id), 'post.deletion_block')
    await client.call(recoverQuestion, { question_id: answered.id })
    await aQuestion(client)
    await client.call(deleteQuestion, { id: answered.id })
    await expectError(aQuestion(client), 'post.deletion_block')
    site.advance(7 * 86_400_000 + 1000)
    await aQuestion(site.as((await aPerson(site.ctx)).token))
    await transact(site.ctx, (tx) =>
      changeSettings(tx, site.ctx, writeSettings, { deletion_block_posts: 5 }),
    )
  })
})

describe('those who are named', () => {
  it('are told with the event, once, if they exist', async () => {
    const [ada, ben, cleo, gone] = [
      await someone('Ada'),
      await someone('Ben'),
      await someone('Cleo'),
      await someone('Gone'),
    ]
    await site.ctx.db
      .update(users)
      .set({ status: 'deleted', email: null })
      .where(eq(users.id, gone.id))
    told.length = 0
    const content = `Ask @${ben.username}, @${gone.username}, @nobody-at-all or @${ada.username}.`
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
    expect(told).toEqual([
      { name: 'question.asked', mentioned: [ben.id, cleo.id] },
      { name: 'question.edited', mentioned: [cleo.id] },
      { name: 'answer.posted', mentioned: [ada.id] },
      { name: 'answer.edited', mentioned: [cleo.id] },
    ])
  })
})

describe('a closed question', () => {
  it('is opened again by staff, and nothing else is', async () => {
    const ada = await someone()
    const mod = site.as((await aPerson(site.ctx, { role: 'moderator' })).token)
    const { id } = await aQuestion(ada.client)
    const input = { question_id: id }
    await expectError(mod.call(reopenQuestion, input), 'question.not_closed')
    await site.ctx.db.update(questions).set({ status: 2 }).where(eq(questions.id, id))
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

describe('a text on its way', () => {
  it('is rendered as it would be as a post, for members', async () => {
    const { client } = await someone()
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
