import type { Client } from '@stoa/contract/client'
import {
  emptyDeleted,
  exportAdminAnswers,
  exportAdminQuestions,
  listAdminQuestions,
  listAdminReasons,
  reviewAdminReport,
  setAnswerStatus,
  setQuestionStatus,
} from '@stoa/contract/features/content-admin'
import { flagContent, listFlagCases } from '@stoa/contract/features/flags'
import { listHeldPosts } from '@stoa/contract/features/held-posts'
import { getQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { listeners } from '../../../features.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { assertConsistent, setHoldRules } from '../../community/held-posts/held-posts.factory.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: Client
let mod: Client
let ada: Client

// Without workers: the tests run the jobs.
beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { name: 'Root', role: 'admin' })).token)
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  ada = site.as((await aUser(site.ctx)).token)
  await setHoldRules(site.ctx, { hold_words: ['casino'] })
})
afterAll(() => site.close())
afterEach(() => assertConsistent(site.ctx))

const statusOf = async (id: string) => {
  const [row] = await site.db
    .select({ status: questions.status })
    .from(questions)
    .where(eq(questions.id, id))
  return row?.status
}
const set = (question_id: string, status: 'available' | 'closed' | 'deleted', more = {}) =>
  admin.call(setQuestionStatus, { question_id, status, ...more })

describe('PUT question/status of admins', () => {
  it('deletes, restores, closes and reopens', async () => {
    const { id } = await aQuestion(ada)
    await set(id, 'deleted')
    expect(await statusOf(id)).toBe(10)
    await set(id, 'available')
    expect(await statusOf(id)).toBe(1)
    await set(id, 'closed', { close_type: 59, close_msg: 'Not about bread.' })
    expect((await ada.call(getQuestion, { id })).operation?.msg).toBe('Not about bread.')
    await set(id, 'available')
    expect(await statusOf(id)).toBe(1)
    await set(id, 'available')
    const { list } = await mod.call(listStaffLog, { object_id: id })
    expect(list.map(({ action }) => action)).toEqual(['reopen', 'close', 'undelete', 'delete'])
  })

  it('closes with a reason only', async () => {
    const { id } = await aQuestion(ada)
    await expectError(set(id, 'closed'), 'reason.not_in_list')
    await expectError(set(id, 'closed', { close_type: 59 }), 'reason.content_required')
  })

  it('approves a pending question and closes its entry', async () => {
    const { id } = await aQuestion(ada, { title: 'Casino bread' })
    expect((await mod.call(listHeldPosts, { object_id: id })).count).toBe(1)
    await set(id, 'available')
    expect(await statusOf(id)).toBe(1)
    expect((await mod.call(listHeldPosts, { object_id: id })).count).toBe(0)
  })

  it('approves a question that was pending when it was deleted', async () => {
    const { id } = await aQuestion(ada, { title: 'Casino loaf' })
    await set(id, 'deleted')
    await set(id, 'available')
    expect(await statusOf(id)).toBe(1)
    expect((await mod.call(listHeldPosts, { object_id: id })).count).toBe(0)
  })

  it('rejects unknown questions and moderators', async () => {
    const unknown = '10010000000099999'
    await expectError(set(unknown, 'available'), 'question.not_found')
    await expectError(set(unknown, 'deleted'), 'question.not_found')
    const { id } = await aQuestion(ada)
    await expectError(
      mod.call(setQuestionStatus, { question_id: id, status: 'deleted' }),
      'auth.forbidden',
    )
  })
})

describe('PUT answer/status', () => {
  it('deletes, restores and approves', async () => {
    const question = await aQuestion(ada)
    const { id } = await anAnswer(ada, question.id, 'Two hours at least.')
    const find = async () => {
      const [row] = await site.db.select().from(answers).where(eq(answers.id, id))
      return row?.status
    }
    await admin.call(setAnswerStatus, { answer_id: id, status: 'deleted' })
    expect(await find()).toBe(10)
    await admin.call(setAnswerStatus, { answer_id: id, status: 'available' })
    expect(await find()).toBe(1)
    const ben = site.as((await aUser(site.ctx)).token)
    const held = await anAnswer(ben, question.id, 'Try the casino instead.')
    await admin.call(setAnswerStatus, { answer_id: held.id, status: 'available' })
    expect((await mod.call(listHeldPosts, { object_id: held.id })).count).toBe(0)
  })
})

describe('PUT report', () => {
  it('decides a case of flags', async () => {
    const { id } = await aQuestion(ada)
    await mod.call(flagContent, { object_id: id, report_type: 57 })
    const { list } = await mod.call(listFlagCases, {})
    const flagId = list.find(({ object_id }) => object_id === id)!.flag_id
    await admin.call(reviewAdminReport, {
      id: flagId,
      action: 'close_post',
      flagged_type: 59,
      flagged_content: 'Advertising.',
    })
    expect(await statusOf(id)).toBe(2)
    await expectError(
      admin.call(reviewAdminReport, { id: flagId, action: 'ignore_report' }),
      'flag.case_decided',
    )
  })
})

describe('PUT report with edit_post', () => {
  const aCase = async (id: string) => {
    await mod.call(flagContent, { object_id: id, report_type: 57 })
    const { list } = await mod.call(listFlagCases, {})
    return list.find(({ object_id }) => object_id === id)!.flag_id
  }

  it('edits the fields that are sent, and completes the case', async () => {
    const question = await aQuestion(ada)
    const id = await aCase(question.id)
    const content = 'The flour without the advertisement of the mill.'
    await admin.call(reviewAdminReport, { id, action: 'edit_post', content })
    const edited = await ada.call(getQuestion, { id: question.id })
    expect(edited).toMatchObject({ title: question.title, content })
    await expectError(
      admin.call(reviewAdminReport, { id, action: 'edit_post', content }),
      'flag.case_decided',
    )
  })

  it('needs the text of an answer', async () => {
    const answer = await anAnswer(ada, (await aQuestion(ada)).id)
    const id = await aCase(answer.id)
    await expectError(
      admin.call(reviewAdminReport, { id, action: 'edit_post' }),
      'base.request_format_error',
    )
  })
})

describe('GET reasons of admins', () => {
  it('lists the reasons of a pair', async () => {
    const input = { object_type: 'question', action: 'close' } as const
    const reasons = await admin.call(listAdminReasons, input)
    expect(reasons.map(({ reason_type }) => reason_type)).toEqual([60, 63, 64, 59])
    await expectError(
      admin.call(listAdminReasons, { object_type: 'user', action: 'close' }),
      'reason.none',
    )
  })
})

describe('DELETE delete/permanently', () => {
  const runJobs = async (queue: string) => {
    const { rows } = await site.db.execute<{ id: string; data: object }>(
      sql`delete from pgboss.job where name = ${queue} returning id, data`,
    )
    const [event] = queue.split('/')
    const found = listeners.after.get(event as never)!.find((one) => one.queue === queue)!
    for (const { data } of rows) await found.run(site.ctx, data as never)
    return rows.length
  }

  it('removes what was deleted when it was asked, and nothing else', async () => {
    const gone = await aQuestion(ada)
    const kept = await aQuestion(ada)
    const later = await aQuestion(ada)
    await set(gone.id, 'deleted')
    await admin.call(emptyDeleted, { type: 'questions' })
    site.advance(1000)
    await set(later.id, 'deleted')
    await runJobs('content.emptying_asked/empty')
    expect(await runJobs('content.removal_asked/remove')).toBeGreaterThan(0)
    expect(await statusOf(gone.id)).toBeUndefined()
    expect(await statusOf(kept.id)).toBe(1)
    expect(await statusOf(later.id)).toBe(10)
    const { list } = await mod.call(listStaffLog, { action: 'empty_deleted' })
    expect(list[0]).toMatchObject({ object_type: 'site', after: { type: 'questions' } })
  })

  it.each([
    ['demoted', { roleId: 3 }],
    ['deactivated', { activatedAt: null }],
  ] as const)('removes nothing when the admin is %s meanwhile', async (_state, changes) => {
    const { id: rootId, token } = await aUser(site.ctx, { role: 'admin' })
    const { id } = await aQuestion(ada)
    await set(id, 'deleted')
    await site.as(token).call(emptyDeleted, { type: 'questions' })
    await site.db.update(users).set(changes).where(eq(users.id, rootId))
    await runJobs('content.emptying_asked/empty')
    await runJobs('content.removal_asked/remove')
    expect(await statusOf(id)).toBe(10)
  })
})

describe('the export', () => {
  it('returns the list as shown, with formulas made inert', async () => {
    const { id } = await aQuestion(ada, { title: '=HYPERLINK("x"), zebra' })
    const input = { query: `question:${id}` }
    const text = await admin.call(exportAdminQuestions, input)
    const [head, line] = text.split('\r\n')
    expect(head).toMatch(/^id,title,status,listed/)
    expect(line).toContain(`${id},"'=HYPERLINK(""x""), zebra",open,yes,no,0,0,0,baking,`)
    const json = await admin.call(exportAdminQuestions, { ...input, format: 'json' })
    const { list } = await admin.call(listAdminQuestions, input)
    expect(JSON.parse(json)).toEqual(list)
  })

  it('is an empty table when nothing matches', async () => {
    const text = await admin.call(exportAdminAnswers, { query: 'user:nobody' })
    expect(text).toMatch(/^id,question_id,question,text,[a-z_,]+\r\n$/)
    const json = await admin.call(exportAdminAnswers, { query: 'user:nobody', format: 'json' })
    expect(JSON.parse(json)).toEqual([])
  })
})
