import type { Client } from '@stoa/contract/client'
import { editAnswer, getAnswer } from '@stoa/contract/features/answers'
import { deleteQuestion, editQuestion, getQuestion } from '@stoa/contract/features/questions'
import { readQuestion } from '@stoa/contract/features/question-page'
import { checkEdit, getOwnSuggestion, listRevisions } from '@stoa/contract/features/revisions'
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile-settings'
import { auditSuggestion, listOwnSuggestions } from '@stoa/contract/features/suggestions'
import { createTag, editTag, getTag } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { tags } from '../../../schema/tags.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import {
  aSuggester,
  aUserWithPoints,
  suggestAnswer,
  suggestQuestion,
} from './suggestions.factory.ts'

let site: TestSite
let ada: Client
let mod: Client
let sue: Client
let sueId: string

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  mod = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
  const user = await aSuggester(site.ctx)
  sueId = user.id
  sue = site.as(user.token)
})
afterAll(() => site.close())

const ownOf = (object_id: string, client = sue) => client.call(getOwnSuggestion, { object_id })

describe('PUT /question by a user whose edits are reviewed', () => {
  it('saves a suggestion and leaves the question as it is', async () => {
    const { id, title } = await aQuestion(ada, { tags: ['baking'] })
    const edit = { id, title: 'Better title', content: 'Better text.', version: 1 }
    const tagsWithNew = [{ slug_name: 'baking' }, { slug_name: 'Sour Dough' }]
    expect(
      await sue.call(editQuestion, { ...edit, tags: tagsWithNew, edit_summary: 'Clearer' }),
    ).toMatchObject({ wait_for_review: true })
    expect(await sue.call(getQuestion, { id })).toMatchObject({ title, version: 1 })
    expect(await sue.call(listRevisions, { object_id: id })).toHaveLength(1)
    expect(await site.db.select().from(tags).where(eq(tags.slugName, 'sour-dough'))).toEqual([])
    expect(await ownOf(id)).toMatchObject({
      needs_review: true,
      suggestion: {
        state: 'open',
        version: 1,
        edit_summary: 'Clearer',
        content: {
          title: 'Better title',
          content: 'Better text.',
          tags: [{ slug_name: 'baking' }, { slug_name: 'sour-dough', display_name: 'Sour Dough' }],
        },
      },
    })
  })

  it('replaces the open suggestion of the same user, under a new id', async () => {
    const { id } = await aQuestion(ada)
    const first = await suggestQuestion(sue, id, { content: 'First try.' })
    const second = await suggestQuestion(sue, id, { content: 'Second try.' })
    expect(second).not.toBe(first)
    const rows = await site.db.select().from(suggestions).where(eq(suggestions.objectId, id))
    expect(rows.map((row) => row.originalText)).toEqual(['Second try.'])
  })

  it('blocks neither the author nor other suggesters', async () => {
    const { id, content } = await aQuestion(ada)
    await suggestQuestion(sue, id, { content: `${content} More.` })
    const tom = site.as((await aSuggester(site.ctx, 'Tom')).token)
    await suggestQuestion(tom, id, { content: 'Other text.' })
    const edit = { id, title: 'By its author', content, tags: [{ slug_name: 'oven' }], version: 1 }
    expect(await ada.call(editQuestion, edit)).toMatchObject({ wait_for_review: false })
    expect(await ada.call(checkEdit, { id })).toBeNull()
  })

  it('is no suggestion if nothing changes, and withdraws the open one', async () => {
    const { id, title, content } = await aQuestion(ada, { tags: ['oven', 'rye'] })
    await suggestQuestion(sue, id, { content: 'Other text.' })
    const unchanged = { id, title, content, tags: [{ slug_name: 'Rye' }, { slug_name: 'oven' }] }
    expect(await sue.call(editQuestion, { ...unchanged, version: 1 })).toMatchObject({
      wait_for_review: false,
    })
    expect((await ownOf(id)).suggestion).toBeNull()
  })

  it('checks the version, the text and the tags as for a direct edit', async () => {
    const { id, title } = await aQuestion(ada)
    const edit = { id, title, content: 'Other text.', tags: [{ slug_name: 'oven' }], version: 2 }
    await expectError(sue.call(editQuestion, edit), 'edit.conflict')
    const empty = { ...edit, content: '<!-- -->', version: 1 }
    await expectError(sue.call(editQuestion, empty), 'question.empty')
    await site.db.insert(tags).values({
      slugName: 'gone',
      displayName: 'gone',
      isDeleted: true,
      createdBy: sueId,
      createdAt: new Date(),
    })
    const deletedTag = { ...edit, version: 1, tags: [{ slug_name: 'gone' }] }
    await expectError(sue.call(editQuestion, deletedTag), 'tag.deleted')
  })

  it('needs the reputation, and the question must be visible', async () => {
    const { id } = await aQuestion(ada)
    const low = site.as((await aUserWithPoints(site.ctx, 'Low', 98)).token)
    const edit = { id, title: 'Other', content: 'Other text.', tags: [{ slug_name: 'oven' }] }
    await expectError(low.call(editQuestion, { ...edit, version: 1 }), 'rank.too_low')
    await expectError(low.call(checkEdit, { id }), 'rank.too_low')
    expect(await sue.call(checkEdit, { id })).toBeNull()
    await ada.call(deleteQuestion, { id })
    await expectError(sue.call(editQuestion, { ...edit, version: 1 }), 'question.not_found')
    await expectError(ownOf(id), 'question.not_found')
  })

  it('limits how often a user suggests edits of one post', async () => {
    const { id } = await aQuestion(ada)
    const row = { objectId: id, userId: sueId, baseVersion: 1, originalText: 'x' }
    const decided = { status: 3, decision: 'rejected', decidedBy: sueId } as const
    await site.db.insert(suggestions).values(
      Array.from({ length: limits.revisions.perDay }, () => ({
        ...row,
        ...decided,
        decidedAt: new Date(),
        createdAt: new Date(),
      })),
    )
    await expectError(suggestQuestion(sue, id, { content: 'Once more.' }), 'edit.too_many')
  })
})

describe('the edit action', () => {
  it('is offered to those who may suggest', async () => {
    const question = await aQuestion(ada)
    const { id } = await anAnswer(ada, question.id)
    const low = site.as((await aUserWithPoints(site.ctx, 'Lou', 98)).token)
    const actionsOf = async (client: Client) => {
      const { info } = await client.call(getAnswer, { id })
      const { member_actions } = await client.call(getQuestion, { id: question.id })
      return [...info.member_actions, ...member_actions].filter((one) => one.action === 'edit')
    }
    expect(await actionsOf(sue)).toHaveLength(2)
    expect(await actionsOf(low)).toHaveLength(0)
  })
})

describe('PUT /answer by a user whose edits are reviewed', () => {
  it('saves a suggestion, which an edit without changes withdraws', async () => {
    const question = await aQuestion(ada)
    const { id, content } = await anAnswer(ada, question.id)
    const edit = { id, content: 'A better answer.', version: 1 }
    expect(await sue.call(editAnswer, edit)).toEqual({ wait_for_review: true })
    expect((await sue.call(getAnswer, { id })).info.content).toBe(content)
    expect((await ownOf(id)).suggestion?.content.content).toBe('A better answer.')
    expect(await sue.call(editAnswer, { ...edit, content })).toEqual({ wait_for_review: false })
    expect((await ownOf(id)).suggestion).toBeNull()
  })
})

describe('PUT /tag by a user whose edits are reviewed', () => {
  it('saves a suggestion with both names', async () => {
    await mod.call(createTag, { slug_name: 'spelt', display_name: 'Spelt', original_text: 'Old.' })
    const { tag_id } = await sue.call(getTag, { name: 'spelt' })
    const texts = { slug_name: 'spelt-flour', display_name: 'Spelt flour', original_text: 'New.' }
    expect(await sue.call(editTag, { tag_id, ...texts })).toEqual({
      slug_name: 'spelt',
      wait_for_review: true,
    })
    expect((await ownOf(tag_id)).suggestion?.content).toMatchObject({
      title: 'Spelt flour',
      slug_name: 'spelt-flour',
      content: 'New.',
    })
    expect((await sue.call(getTag, { name: 'spelt' })).original_text).toBe('Old.')
    await mod.call(createTag, { ...texts, slug_name: 'taken' })
    const taken = sue.call(editTag, { tag_id, ...texts, slug_name: 'taken' })
    await expectError(taken, 'tag.already_exists')
    const low = site.as((await aUserWithPoints(site.ctx, 'Leo', 48)).token)
    await expectError(low.call(editTag, { tag_id, ...texts }), 'rank.too_low')
  })
})

describe('the state of a suggestion', () => {
  it('is shown on the question page to its suggester only', async () => {
    const question = await aQuestion(ada)
    const answer = await anAnswer(ada, question.id)
    const id = await suggestAnswer(sue, answer.id, 'A better answer.')
    const noticesOf = async (client: Client) =>
      (await client.call(readQuestion, { id: question.id })).attached.map((one) => one.suggestion)
    expect(await noticesOf(sue)).toEqual([null, expect.objectContaining({ id, state: 'open' })])
    expect(await noticesOf(ada)).toEqual([null, null])
    expect(await noticesOf(site.as())).toEqual([null, null])
  })

  it('is listed for the suggester, newest first, while they can see the content', async () => {
    const tom = site.as((await aSuggester(site.ctx, 'Tim')).token)
    const question = await aQuestion(ada, { title: 'About rye', content: 'Before.' })
    const answer = await anAnswer(ada, question.id)
    await suggestQuestion(tom, question.id, { content: 'After.' })
    await suggestAnswer(tom, answer.id, 'A better answer.')
    const { count, list } = await tom.call(listOwnSuggestions, {})
    expect(count).toBe(2)
    expect(list).toMatchObject([
      { object_type: 'answer', answer_id: answer.id, title: 'About rye', state: 'open' },
      {
        object_type: 'question',
        before: { content: 'Before.' },
        after: { content: 'After.' },
        decided_at: 0,
      },
    ])
    expect((await ada.call(listOwnSuggestions, {})).list).toEqual([])
    await mod.call(deleteQuestion, { id: question.id })
    expect((await tom.call(listOwnSuggestions, {})).list).toEqual([])
  })
})

describe('DELETE /user', () => {
  it('deletes suggestions that were never published, and the export has all', async () => {
    const user = await aSuggester(site.ctx, 'Una')
    const una = site.as(user.token)
    const [open, rejected, approved] = [
      await aQuestion(ada),
      await aQuestion(ada),
      await aQuestion(ada),
    ]
    await suggestQuestion(una, open.id, { content: 'Still open.' })
    const ids = {
      reject: await suggestQuestion(una, rejected.id, { content: 'Not good.' }),
      approve: await suggestQuestion(una, approved.id, { content: 'Published.' }),
    }
    await mod.call(auditSuggestion, { id: ids.reject, operation: 'reject', reason: 'No.' })
    await mod.call(auditSuggestion, { id: ids.approve, operation: 'approve' })
    const exported = await una.call(exportMyData, {})
    expect(exported['suggestions']).toMatchObject([
      { text: 'Still open.', decision: null },
      { text: 'Not good.', decision: 'rejected', reason: 'No.' },
      { text: 'Published.', decision: 'approved' },
    ])
    await una.call(deleteAccount, { content: 'keep' })
    const rows = await site.db.select().from(suggestions).where(eq(suggestions.userId, user.id))
    expect(rows.map((row) => row.originalText)).toEqual(['Published.'])
  })
})
