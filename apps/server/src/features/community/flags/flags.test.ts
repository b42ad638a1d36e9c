import type { Client } from '@stoa/contract/client'
import { deleteAnswer, getAnswer } from '@stoa/contract/features/answers'
import { addComment, getComment } from '@stoa/contract/features/comments'
import {
  flagContent,
  listFlagCases,
  reviewFlagCase,
  type CaseOperation,
} from '@stoa/contract/features/flags'
import { deleteQuestion, getQuestion, operateQuestion } from '@stoa/contract/features/questions'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { flagCases, flags } from '../../../schema/flags.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

const [spam, somethingElse, duplicate, notAnAnswer] = [57, 59, 60, 61]

let site: TestSite
let ada: Client
let mod: Client
let otherMod: Client

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  otherMod = site.as((await aUser(site.ctx, { name: 'Max', role: 'moderator' })).token)
})
afterAll(() => site.close())

const aFlagger = async (name = 'Ben') => site.as((await aUser(site.ctx, { name })).token)
const flag = (client: Client, object_id: string, report_type = spam, content = '') =>
  client.call(flagContent, { object_id, report_type, content })
const caseOf = async (objectId: string) => {
  const { list } = await mod.call(listFlagCases, { page_size: 100 })
  return list.find(({ object_id }) => object_id === objectId)
}
const decide = async (
  objectId: string,
  operation_type: CaseOperation,
  input: object = {},
  client = mod,
) => {
  const found = await caseOf(objectId)
  if (found === undefined) throw new Error('no open case')
  return await client.call(reviewFlagCase, { flag_id: found.flag_id, operation_type, ...input })
}

describe('POST /report', () => {
  it('collects the flags of an object in one case, oldest first', async () => {
    const { id } = await aQuestion(ada, { title: 'Buy my oven', tags: ['oven'] })
    const ben = await aFlagger('Ben')
    const cleo = await aFlagger('Cleo')
    await flag(ben, id)
    await flag(cleo, id, somethingElse, 'An advertisement.')
    const found = await caseOf(id)
    expect(found).toMatchObject({
      object_type: 'question',
      question_id: id,
      answer_id: '0',
      comment_id: '0',
      title: 'Buy my oven',
      object_status: 1,
      object_show_status: 1,
      author_user_info: { display_name: 'Ada' },
      submitter_user: { display_name: 'Ben' },
      reason: { reason_type: spam, name: 'Spam' },
      reason_content: '',
      tags: [{ slug_name: 'oven' }],
    })
    expect(
      found?.flags.map((one) => [one.submitter_user.display_name, one.reason_content]),
    ).toEqual([
      ['Ben', ''],
      ['Cleo', 'An advertisement.'],
    ])
  })

  it('accepts one flag per user and object until the case is decided', async () => {
    const { id } = await aQuestion(ada)
    const ben = await aFlagger()
    const results = await Promise.allSettled([1, 2, 3].map(() => flag(ben, id)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectError(flag(ben, id), 'flag.already')
    expect((await caseOf(id))?.flags).toHaveLength(1)
    await decide(id, 'ignore_report')
    await flag(ben, id)
    expect((await caseOf(id))?.flags).toHaveLength(1)
  })

  it('flags answers and comments, with what they are on', async () => {
    const question = await aQuestion(ada, { title: 'Why?' })
    const answer = await anAnswer(ada, question.id, 'Thank you so much!')
    const comment = await ada.call(addComment, { object_id: answer.id, original_text: 'Go away.' })
    const ben = await aFlagger()
    await flag(ben, answer.id, notAnAnswer)
    await flag(ben, comment.comment_id, 58)
    expect(await caseOf(answer.id)).toMatchObject({
      object_type: 'answer',
      answer_id: answer.id,
      title: 'Why?',
      original_text: 'Thank you so much!',
      answer_accepted: false,
    })
    expect(await caseOf(comment.comment_id)).toMatchObject({
      object_type: 'comment',
      answer_id: answer.id,
      comment_id: comment.comment_id,
      original_text: 'Go away.',
    })
  })

  it('rejects own and deleted content, wrong reasons, missing texts and visitors', async () => {
    const question = await aQuestion(ada)
    const ben = await aFlagger()
    await expectError(flag(ada, question.id), 'flag.own')
    await expectError(flag(ben, question.id, notAnAnswer), 'reason.not_in_list')
    await expectError(flag(ben, question.id, somethingElse), 'reason.content_required')
    await expectError(flag(ben, question.id, duplicate, 'that one'), 'duplicate.bad_url')
    await expectError(
      flag(ben, question.id, duplicate, 'https://other.example/questions/1'),
      'duplicate.other_site',
    )
    await expectError(flag(ben, '10010000009999999'), 'question.not_found')
    await expectError(flag(site.as(), question.id), 'auth.required')
    const answer = await anAnswer(ben, question.id)
    await ben.call(deleteAnswer, { id: answer.id })
    await expectError(flag(mod, answer.id), 'object.already_deleted')
    await mod.call(deleteQuestion, { id: question.id })
    await expectError(flag(ben, question.id), 'question.not_found')
  })

  it('pauses users whose flags are ignored again and again', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { flag_pause_ignored: 2 }))
    const ben = await aFlagger()
    const ids = []
    for (let n = 0; n < 4; n++) ids.push((await aQuestion(ada)).id)
    for (const id of ids.slice(0, 2)) {
      await flag(ben, id)
      await decide(id, 'ignore_report')
    }
    await expectError(flag(ben, ids[2]!), 'flag.paused')
    site.advance(8 * 24 * 3_600_000)
    await flag(ben, ids[2]!)
    await transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { flag_pause_ignored: 10 }))
  })

  it('is offered to members for content of others', async () => {
    const { id } = await aQuestion(ada)
    const ben = await aFlagger()
    const may = async (client: Client) =>
      (await client.call(getQuestion, { id })).member_actions.map(({ action }) => action)
    expect(await may(ben)).toEqual(['report'])
    expect(await may(ada)).not.toContain('report')
    expect(await may(site.as())).toEqual([])
  })
})

describe('PUT /report/review', () => {
  it.each([
    ['close_post', { close_type: 64, close_msg: 'Unclear.' }, { status: 2 }],
    ['delete_post', {}, { status: 10 }],
    ['unlist_post', {}, { show: 2 }],
    ['edit_post', { title: 'A better title' }, { title: 'A better title', version: 2 }],
    ['ignore_report', {}, { status: 1, show: 1, version: 1 }],
  ] as const)('%s on a question', async (operation, input, expected) => {
    const { id } = await aQuestion(ada)
    await flag(await aFlagger(), id)
    await decide(id, operation, input)
    expect(await mod.call(getQuestion, { id })).toMatchObject(expected)
    const [row] = await site.db.select().from(flagCases).where(eq(flagCases.objectId, id))
    expect(row).toMatchObject({ operation, status: operation === 'ignore_report' ? 3 : 2 })
    expect(await caseOf(id)).toBeUndefined()
  })

  it('edits and deletes answers and comments, and nothing else', async () => {
    const question = await aQuestion(ada)
    const answer = await anAnswer(ada, question.id)
    const { comment_id } = await ada.call(addComment, {
      object_id: question.id,
      original_text: 'First!',
    })
    const ben = await aFlagger()
    await flag(ben, answer.id)
    await flag(ben, comment_id)
    for (const id of [answer.id, comment_id])
      for (const operation of ['close_post', 'unlist_post'] as const)
        await expectError(decide(id, operation, { close_type: 64 }), 'flag.operation_not_possible')
    await expectError(decide(answer.id, 'edit_post'), 'base.request_format_error')
    await decide(answer.id, 'edit_post', { content: 'Without the advertisement.' })
    await decide(comment_id, 'edit_post', { content: 'A kind comment.' })
    const { info } = await mod.call(getAnswer, { id: answer.id })
    expect(info.content).toBe('Without the advertisement.')
    expect((await mod.call(getComment, { id: comment_id })).original_text).toBe('A kind comment.')
    await flag(ben, comment_id)
    await decide(comment_id, 'delete_post')
    await expectError(mod.call(getComment, { id: comment_id }), 'comment.not_found')
  })

  it('changes nothing when the change of the content is rejected', async () => {
    const { id } = await aQuestion(ada)
    await flag(await aFlagger(), id)
    await expectError(decide(id, 'close_post', { close_type: 57 }), 'reason.not_in_list')
    await mod.call(operateQuestion, { id, operation: 'pin' })
    await expectError(decide(id, 'unlist_post'), 'question.pinned')
    expect(await caseOf(id)).toBeDefined()
  })

  it('decides a case once when two moderators decide at the same time', async () => {
    const { id } = await aQuestion(ada)
    await flag(await aFlagger(), id)
    // Both have it open.
    const { flag_id = '' } = (await caseOf(id)) ?? {}
    const results = await Promise.allSettled([
      mod.call(reviewFlagCase, { flag_id, operation_type: 'unlist_post' }),
      otherMod.call(reviewFlagCase, { flag_id, operation_type: 'ignore_report' }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rejection = results.find((result) => result.status === 'rejected')
    expect(String(rejection?.reason)).toContain('decided')
  })

  it('keeps a flag that arrives while the case is being decided', async () => {
    const { id } = await aQuestion(ada)
    await flag(await aFlagger(), id)
    const ben = await aFlagger()
    await Promise.all([decide(id, 'ignore_report'), flag(ben, id)])
    const rows = await site.db
      .select({ id: flags.id })
      .from(flags)
      .innerJoin(flagCases, eq(flagCases.id, flags.caseId))
      .where(eq(flagCases.objectId, id))
    expect(rows).toHaveLength(2)
  })

  it('is for staff only, and leaves out content that was deleted meanwhile', async () => {
    const { id } = await aQuestion(ada)
    const ben = await aFlagger()
    await flag(ben, id)
    const flag_id = (await caseOf(id))!.flag_id
    await expectError(ben.call(listFlagCases, {}), 'auth.forbidden')
    const input = { flag_id, operation_type: 'ignore_report' } as const
    await expectError(ben.call(reviewFlagCase, input), 'auth.forbidden')
    await ada.call(deleteQuestion, { id })
    expect(await caseOf(id)).toBeUndefined()
    await expectError(
      mod.call(reviewFlagCase, { ...input, flag_id: '10080000009999999' }),
      'flag.case_not_found',
    )
  })
})
