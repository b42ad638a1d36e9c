import type { Client } from '@stoa/contract/client'
import { postAnswer } from '@stoa/contract/features/answers'
import { readQuestion } from '@stoa/contract/features/question-page'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  getQuestion,
  listLinkingQuestions,
  recoverQuestion,
  reopenQuestion,
} from '@stoa/contract/features/questions'
import { toShortId } from '@stoa/contract/ids'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { activities } from '../../../schema/activity.ts'
import { closings } from '../../../schema/closings.ts'
import { questions } from '../../../schema/posts.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from './questions.factory.ts'

const siteUrl = 'http://localhost:3000'
const [duplicate, offTopic, needsDetails, somethingElse, spam] = [60, 63, 64, 59, 57]

let site: TestSite
let ada: Client
let mod: Client
let modId: string

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  const moderator = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
  mod = site.as(moderator.token)
  modId = moderator.id
})
afterAll(() => site.close())

const urlOf = (id: string) => `${siteUrl}/questions/${id}/a-slug`
const closeAs = (client: Client, id: string, close_type: number, close_msg = '') =>
  client.call(closeQuestion, { id, close_type, close_msg })
const operationOf = async (id: string, client = site.as()) =>
  (await client.call(getQuestion, { id })).operation
const linkedCount = async (id: string) => {
  const [row] = await site.db.select().from(questions).where(eq(questions.id, id))
  return row!.linkedCount
}
const linking = async (id: string) =>
  (await site.as().call(listLinkingQuestions, { question_id: id })).list.map((item) => item.id)

describe('PUT /question/status', () => {
  it('closes an open question with a reason, for staff only', async () => {
    const { id } = await aQuestion(ada)
    await expectError(closeAs(ada, id, offTopic), 'auth.forbidden')
    await closeAs(mod, id, needsDetails, 'Which oven?')
    const question = await site.as().call(getQuestion, { id })
    expect(question).toMatchObject({
      status: 2,
      operation: {
        type: 'Needs details or clarity',
        description: 'Readers can’t tell what is being asked.',
        msg: 'Which oven?',
        level: 'info',
        reason_type: needsDetails,
        user_info: { id: modId, display_name: 'Mia' },
      },
    })
    expect(question.operation?.duplicate_of).toBeUndefined()
    await expectError(
      ada.call(postAnswer, { question_id: id, content: 'A gas oven.' }),
      'answer.question_closed',
    )
    await expectError(closeAs(mod, id, offTopic), 'question.not_open')
  })

  it('closes no deleted or pending question', async () => {
    const { id } = await aQuestion(ada)
    await mod.call(deleteQuestion, { id })
    await expectError(closeAs(mod, id, offTopic), 'question.not_open')
    await mod.call(recoverQuestion, { question_id: id })
    await site.db.update(questions).set({ status: 11 }).where(eq(questions.id, id))
    await expectError(closeAs(mod, id, offTopic), 'question.not_open')
  })

  it('rejects reasons of other lists and missing texts', async () => {
    const { id } = await aQuestion(ada)
    await expectError(closeAs(mod, id, spam), 'reason.not_in_list')
    await expectError(closeAs(mod, id, 1), 'reason.not_in_list')
    await expectError(closeAs(mod, id, somethingElse, '  '), 'reason.content_required')
    await expectError(closeAs(mod, id, duplicate), 'reason.content_required')
    await expectError(closeAs(mod, id, offTopic, 'a'.repeat(501)), 'base.request_format_error')
    await closeAs(mod, id, somethingElse, 'A test.')
  })

  it('keeps the reason of each closing, and the status through a deletion', async () => {
    const { id } = await aQuestion(ada)
    await closeAs(mod, id, offTopic, 'First.')
    await mod.call(reopenQuestion, { question_id: id })
    expect(await operationOf(id)).toBeUndefined()
    await closeAs(mod, id, somethingElse, 'Second.')
    await mod.call(deleteQuestion, { id })
    await mod.call(recoverQuestion, { question_id: id })
    expect(await operationOf(id)).toMatchObject({ msg: 'Second.' })
    const rows = await site.db
      .select({ reason: closings.reason, message: closings.message, by: closings.reopenedBy })
      .from(closings)
      .where(eq(closings.questionId, id))
      .orderBy(asc(closings.id))
    expect(rows).toEqual([
      { reason: offTopic, message: 'First.', by: modId },
      { reason: somethingElse, message: 'Second.', by: null },
    ])
    const kinds = await site.db
      .select({ kind: activities.kind })
      .from(activities)
      .where(eq(activities.objectId, id))
      .orderBy(asc(activities.id))
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'asked',
      'closed',
      'reopened',
      'closed',
      'deleted',
      'undeleted',
    ])
  })

  it('closes once when two moderators close at the same time', async () => {
    const { id } = await aQuestion(ada)
    const results = await Promise.allSettled([
      closeAs(mod, id, offTopic),
      closeAs(mod, id, needsDetails),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a duplicate', () => {
  it.each([
    ['not a URL', 'duplicate.bad_url'],
    ['javascript:alert(1)', 'duplicate.bad_url'],
    ['https://elsewhere.example/questions/10010000000000001', 'duplicate.other_site'],
    [`${siteUrl}/tags/bread`, 'duplicate.not_a_question'],
    [`${siteUrl}/questions/10010000009999999`, 'duplicate.not_a_question'],
  ] as const)('does not lead to %s', async (message, code) => {
    const { id } = await aQuestion(ada)
    await expectError(closeAs(mod, id, duplicate, message), code)
  })

  it('does not lead to itself, to another duplicate or to a deleted question', async () => {
    const [one, two, three] = [await aQuestion(ada), await aQuestion(ada), await aQuestion(ada)]
    await expectError(closeAs(mod, one.id, duplicate, urlOf(one.id)), 'duplicate.itself')
    await closeAs(mod, one.id, duplicate, urlOf(two.id))
    await expectError(closeAs(mod, two.id, duplicate, urlOf(one.id)), 'duplicate.of_duplicate')
    await mod.call(deleteQuestion, { id: two.id })
    await expectError(closeAs(mod, three.id, duplicate, urlOf(two.id)), 'duplicate.not_a_question')
  })

  it('links to the original until it is reopened, whatever its text says', async () => {
    const original = await aQuestion(ada, { title: 'The original' })
    const copy = await aQuestion(ada, { title: 'The copy' })
    await closeAs(mod, copy.id, duplicate, `${siteUrl}/questions/${toShortId(original.id)}`)
    expect(await operationOf(copy.id)).toMatchObject({
      type: 'Duplicate',
      msg: '',
      duplicate_of: { id: original.id, title: 'The original', answer_count: 0 },
    })
    expect(await linking(original.id)).toEqual([copy.id])
    const { linked } = await site.as().call(readQuestion, { id: original.id })
    expect(linked).toMatchObject({ count: 1, list: [{ id: copy.id }] })
    const edit = async (content: string, version: number) =>
      ada.call(editQuestion, {
        id: copy.id,
        title: 'The copy',
        content,
        tags: [{ slug_name: 'baking' }],
        version,
      })
    await edit('Without a link.', 1)
    expect(await linkedCount(original.id)).toBe(1)
    await edit(`With a link: ${urlOf(original.id)}`, 2)
    expect(await linkedCount(original.id)).toBe(1)
    await mod.call(reopenQuestion, { question_id: copy.id })
    expect(await linking(original.id)).toEqual([copy.id])
    await edit('Without it again.', 3)
    expect(await linkedCount(original.id)).toBe(0)
    await closeAs(mod, copy.id, duplicate, urlOf(original.id))
    expect(await linkedCount(original.id)).toBe(1)
    await mod.call(reopenQuestion, { question_id: copy.id })
    expect(await linkedCount(original.id)).toBe(0)
    expect(await linking(original.id)).toEqual([])
  })

  it('does not name an original that readers may not see', async () => {
    const original = await aQuestion(ada, { title: 'Soon deleted' })
    const copy = await aQuestion(ada)
    await closeAs(mod, copy.id, duplicate, urlOf(original.id))
    await mod.call(deleteQuestion, { id: original.id })
    for (const client of [site.as(), ada, mod]) {
      const operation = await operationOf(copy.id, client)
      expect(JSON.stringify(operation)).not.toContain('Soon deleted')
      expect(JSON.stringify(operation)).not.toContain(original.id)
    }
    await mod.call(recoverQuestion, { question_id: original.id })
    expect((await operationOf(copy.id))?.duplicate_of?.id).toBe(original.id)
  })
})
