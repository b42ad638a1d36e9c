import type { Client } from '@stoa/contract/client'
import { deleteAnswer, editAnswer, getAnswer } from '@stoa/contract/features/answers'
import {
  deleteQuestion,
  editQuestion,
  getQuestion,
  recoverQuestion,
} from '@stoa/contract/features/questions'
import { getOwnSuggestion, listRevisions } from '@stoa/contract/features/revisions'
import { auditSuggestion, listOpenSuggestions } from '@stoa/contract/features/suggestions'
import { createTag, deleteTag, editTag, getTag } from '@stoa/contract/features/tags'
import { writeSettings } from '@stoa/contract/settings/writing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { activities } from '../../../schema/activity.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { users } from '../../../schema/users.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import {
  aReviewer,
  aSuggester,
  aUserWithPoints,
  suggestAnswer,
  suggestQuestion,
} from './suggestions.factory.ts'

let site: TestSite
let ada: Client
let mod: Client
let rex: Client
let sue: Client
let sueId: string

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  rex = site.as((await aReviewer(site.ctx)).token)
  const user = await aSuggester(site.ctx)
  sueId = user.id
  sue = site.as(user.token)
})
afterAll(() => site.close())

const audit = (client: Client, id: string, operation: 'approve' | 'reject', more: object = {}) =>
  client.call(auditSuggestion, { id, operation, ...more })
const queueOf = async (client: Client) =>
  (await client.call(listOpenSuggestions, { page_size: 100 })).list
const findInQueue = async (client: Client, id: string) =>
  (await queueOf(client)).find((one) => one.unreviewed_info.id === id)
const pointsOf = async (userId: string) => {
  const [row] = await site.db.select().from(users).where(eq(users.id, userId))
  return row?.points
}
const stateOf = async (object_id: string) =>
  (await sue.call(getOwnSuggestion, { object_id })).suggestion

describe('GET /revisions/unreviewed', () => {
  it('lists open suggestions with the current content, oldest first', async () => {
    const question = await aQuestion(ada, { title: 'Rye?', content: 'Before.', tags: ['rye'] })
    const answer = await anAnswer(ada, question.id)
    const first = await suggestQuestion(sue, question.id, {
      content: 'After.',
      tags: ['rye', 'Sour Dough'],
      edit_summary: 'Typo',
    })
    const second = await suggestAnswer(sue, answer.id, 'A better answer.')
    const list = (await queueOf(rex)).slice(-2)
    expect(list.map((one) => one.unreviewed_info.id)).toEqual([first, second])
    expect(list[0]).toMatchObject({
      type: 'question',
      info: { object_id: question.id, title: 'Rye?', content: 'Before.', version: 1 },
      unreviewed_info: {
        use_id: sueId,
        reason: 'Typo',
        version: 1,
        status: 1,
        content: { content: 'After.', tags: [{ slug_name: 'rye' }, { slug_name: 'sour-dough' }] },
      },
      base: { content: 'Before.' },
      applies: 'clean',
      result: { content: 'After.' },
    })
    expect(list[1]).toMatchObject({ type: 'answer', info: { question_id: question.id } })
  })

  it('shows what an outdated suggestion would change now, and whether it applies', async () => {
    const { id, title } = await aQuestion(ada, { content: 'a\nb\nc', tags: ['rye'] })
    const suggested = await suggestQuestion(sue, id, { content: 'A\nb\nc' })
    const edit = { id, title, tags: [{ slug_name: 'rye' }] }
    await ada.call(editQuestion, { ...edit, content: 'a\nb\nC', version: 1 })
    expect(await findInQueue(rex, suggested)).toMatchObject({
      applies: 'clean',
      base: { content: 'a\nb\nc' },
      info: { content: 'a\nb\nC', version: 2 },
      result: { content: 'A\nb\nC' },
    })
    await ada.call(editQuestion, { ...edit, content: 'x\nb\nC', version: 2 })
    expect(await findInQueue(rex, suggested)).toMatchObject({ applies: 'conflict', result: null })
    await ada.call(editQuestion, { ...edit, content: 'A\nb\nC', version: 3 })
    expect(await findInQueue(rex, suggested)).toMatchObject({ applies: 'no_change' })
  })

  it('leaves out what the caller may not audit, their own, and hidden content', async () => {
    const question = await aQuestion(ada, { tags: ['spelt'] })
    const answer = await anAnswer(ada, question.id)
    const trusted = await aUserWithPoints(site.ctx, 'Tess', 999)
    const tess = site.as(trusted.token)
    const { tag_id } = await sue.call(getTag, { name: 'spelt' })
    const names = { slug_name: 'spelt', display_name: 'Spelt' }
    await sue.call(editTag, { tag_id, ...names, original_text: 'A grain.' })
    const ofTag = (await stateOf(tag_id))?.id ?? ''
    const ofAnswer = await suggestAnswer(sue, answer.id, 'A better answer.')
    expect(await findInQueue(tess, ofTag)).toBeUndefined()
    expect(await findInQueue(rex, ofTag)).toMatchObject({ type: 'tag', info: { title: 'spelt' } })
    expect(await findInQueue(tess, ofAnswer)).toBeDefined()
    expect(await queueOf(sue)).toEqual([])
    await site.db.update(users).set({ points: 3000 }).where(eq(users.id, sueId))
    expect(await findInQueue(sue, ofAnswer)).toBeUndefined()
    await site.db.update(users).set({ points: 150 }).where(eq(users.id, sueId))
    await mod.call(deleteQuestion, { id: question.id })
    expect(await findInQueue(rex, ofAnswer)).toBeUndefined()
    expect(await findInQueue(mod, ofAnswer)).toBeUndefined()
    await expectError(audit(mod, ofAnswer, 'approve'), 'suggestion.not_found')
    await mod.call(recoverQuestion, { question_id: question.id })
    expect(await findInQueue(rex, ofAnswer)).toBeDefined()
    await ada.call(deleteAnswer, { id: answer.id })
    expect(await findInQueue(rex, ofAnswer)).toBeUndefined()
  })

  it('goes on when content of a suggestion is gone', async () => {
    await mod.call(createTag, { slug_name: 'gone', display_name: 'Gone', original_text: '' })
    const { tag_id } = await sue.call(getTag, { name: 'gone' })
    const names = { slug_name: 'gone', display_name: 'Gone' }
    await sue.call(editTag, { tag_id, ...names, original_text: 'New.' })
    const orphan = { objectId: '10019999999999999', userId: sueId, baseVersion: 1 }
    await site.db
      .insert(suggestions)
      .values({ ...orphan, originalText: 'x', createdAt: new Date() })
    await mod.call(deleteTag, { tag_id })
    const objects = (await queueOf(mod)).map((one) => one.info.object_id)
    expect(objects).not.toContain(tag_id)
    expect(objects).not.toContain(orphan.objectId)
  })

  it('takes the same number of statements for any number of suggestions', async () => {
    const cost = async (page_size: string) => {
      const response = await site.app.inject({
        url: listOpenSuggestions.path,
        query: { page_size },
        headers: { authorization: `Bearer ${(await aReviewer(site.ctx)).token}` },
      })
      return response.headers['x-sql-count']
    }
    expect(await cost('1')).toBe('3')
    expect(await cost('100')).toBe('3')
  })
})

describe('PUT /revisions/audit approve', () => {
  it('publishes a version by the suggester and grants reputation once', async () => {
    const { id } = await aQuestion(ada, { tags: ['rye'] })
    const points = (await pointsOf(sueId)) ?? 0
    const change = { title: 'A better title', tags: ['rye', 'Sour Starter'], edit_summary: 'Typo' }
    const suggestion = await suggestQuestion(sue, id, change)
    expect(await audit(rex, suggestion, 'approve')).toEqual({ decision: 'approved' })
    const question = await ada.call(getQuestion, { id })
    expect(question).toMatchObject({
      title: 'A better title',
      url_title: 'a-better-title',
      version: 2,
      update_user_info: { id: sueId },
    })
    expect(question.tags.map((tag) => tag.display_name)).toEqual(['rye', 'Sour Starter'])
    const [newest] = await ada.call(listRevisions, { object_id: id })
    expect(newest).toMatchObject({ version: 2, use_id: sueId, reason: 'Typo', status: 2 })
    expect(await pointsOf(sueId)).toBe(points + 2)
    const edited = await site.db
      .select()
      .from(activities)
      .where(and(eq(activities.objectId, id), eq(activities.kind, 'edited')))
    expect(edited.map((row) => row.userId)).toEqual([sueId])
    await expectError(audit(mod, suggestion, 'approve'), 'suggestion.decided')
    await expectError(audit(mod, suggestion, 'reject'), 'suggestion.decided')
    expect(await pointsOf(sueId)).toBe(points + 2)
    expect(await stateOf(id)).toMatchObject({ state: 'approved', reason: '' })
  })

  it('merges with what was published meanwhile', async () => {
    const question = await aQuestion(ada)
    const { id } = await anAnswer(ada, question.id, 'First.\n\nSecond.')
    const suggestion = await suggestAnswer(sue, id, 'First!\n\nSecond.')
    await ada.call(editAnswer, { id, content: 'First.\n\nSecond, longer.', version: 1 })
    expect(await audit(rex, suggestion, 'approve')).toEqual({ decision: 'approved' })
    const { info } = await ada.call(getAnswer, { id })
    expect(info).toMatchObject({ content: 'First!\n\nSecond, longer.', version: 3 })
  })

  it('closes a suggestion that no longer applies, without reputation', async () => {
    const question = await aQuestion(ada)
    const { id } = await anAnswer(ada, question.id, 'The first text.')
    const points = await pointsOf(sueId)
    const suggestion = await suggestAnswer(sue, id, 'The suggested text.')
    await ada.call(editAnswer, { id, content: 'Another text.', version: 1 })
    expect(await audit(rex, suggestion, 'approve')).toEqual({ decision: 'conflict' })
    expect(await stateOf(id)).toMatchObject({ state: 'conflict' })
    const again = await suggestAnswer(sue, id, 'The suggested text.', 2)
    await ada.call(editAnswer, { id, content: 'The suggested text.', version: 2 })
    expect(await audit(rex, again, 'approve')).toEqual({ decision: 'no_change' })
    expect(await ada.call(getAnswer, { id })).toMatchObject({ info: { version: 3 } })
    expect(await pointsOf(sueId)).toBe(points)
  })

  it('publishes what the reviewer improved, also after a conflict', async () => {
    const question = await aQuestion(ada)
    const { id } = await anAnswer(ada, question.id, 'The first text.')
    const suggestion = await suggestAnswer(sue, id, 'The suggested text.')
    await ada.call(editAnswer, { id, content: 'Another text.', version: 1 })
    const improved = { content: 'The best of both.', version: 1 }
    await expectError(audit(rex, suggestion, 'approve', improved), 'edit.conflict')
    expect(await audit(rex, suggestion, 'approve', { ...improved, version: 2 })).toEqual({
      decision: 'improved',
    })
    const { info } = await ada.call(getAnswer, { id })
    expect(info).toMatchObject({ content: 'The best of both.', update_user_info: { id: sueId } })
    expect(await stateOf(id)).toMatchObject({
      state: 'improved',
      content: { content: 'The suggested text.' },
    })
  })

  it('applies both names and the description of a tag', async () => {
    await mod.call(createTag, { slug_name: 'emmer', display_name: 'Emmer', original_text: 'Old.' })
    const { tag_id } = await sue.call(getTag, { name: 'emmer' })
    const texts = { slug_name: 'emmer-wheat', display_name: 'Emmer wheat', original_text: 'New.' }
    await sue.call(editTag, { tag_id, ...texts })
    const { id = '' } = (await stateOf(tag_id)) ?? {}
    expect(await audit(rex, id, 'approve')).toEqual({ decision: 'approved' })
    expect(await sue.call(getTag, { id: tag_id })).toMatchObject({ ...texts, version: 2 })
  })

  it('rejects the suggester, low reputation and unknown ids', async () => {
    const { id } = await aQuestion(ada)
    const suggestion = await suggestQuestion(sue, id, { title: 'Mine' })
    await expectError(audit(sue, suggestion, 'approve'), 'suggestion.own')
    await expectError(audit(ada, suggestion, 'reject'), 'rank.too_low')
    await expectError(audit(rex, '999999999', 'approve'), 'suggestion.not_found')
    const replaced = await suggestQuestion(sue, id, { title: 'Mine, again' })
    await expectError(audit(rex, suggestion, 'approve'), 'suggestion.not_found')
    expect(await audit(rex, replaced, 'approve')).toEqual({ decision: 'approved' })
  })

  it('lets only staff add reserved tags', async () => {
    const { id } = await aQuestion(ada, { tags: ['rye'] })
    const suggestion = await suggestQuestion(sue, id, { title: 'Tagged' })
    const change = (reserved_tags: string[]) =>
      transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { reserved_tags }))
    await change(['official'])
    const tags = [{ slug_name: 'rye' }, { slug_name: 'official' }]
    await expectError(audit(rex, suggestion, 'approve', { tags }), 'tag.reserved')
    expect(await findInQueue(rex, suggestion)).toBeDefined()
    expect(await audit(mod, suggestion, 'approve', { tags })).toEqual({ decision: 'improved' })
    await change([])
  })
})

describe('PUT /revisions/audit reject', () => {
  it('tells the suggester why and changes nothing', async () => {
    const { id, title } = await aQuestion(ada)
    const points = await pointsOf(sueId)
    const suggestion = await suggestQuestion(sue, id, { title: 'Worse' })
    expect(await audit(rex, suggestion, 'reject', { reason: 'Changes the meaning.' })).toEqual({
      decision: 'rejected',
    })
    expect(await stateOf(id)).toMatchObject({ state: 'rejected', reason: 'Changes the meaning.' })
    expect(await ada.call(getQuestion, { id })).toMatchObject({ title, version: 1 })
    expect(await pointsOf(sueId)).toBe(points)
    const entries = await site.db
      .select()
      .from(reputationEntries)
      .where(eq(reputationEntries.objectId, id))
    expect(entries).toEqual([])
    const next = await suggestQuestion(sue, id, { title: 'Better' })
    expect(await findInQueue(rex, next)).toBeDefined()
  })
})
