import { acceptAnswer, askWithAnswer } from '@stoa/contract/features/answers'
import {
  deleteQuestion,
  editQuestion,
  getQuestion,
  listQuestions,
  recoverQuestion,
} from '@stoa/contract/features/questions'
import { privilegeSettings } from '@stoa/contract/settings/people'
import { writeSettings } from '@stoa/contract/settings/writing'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { activities } from '../../../schema/activity.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { aQuestion } from './questions.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>
let mia: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
  mia = await aUser(site.ctx, { name: 'Mia', role: 'moderator' })
})
afterAll(() => site.close())

const userRow = async (id: string) => {
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
  return row!
}
const countsOf = async (...slugs: string[]) => {
  const rows = await site.ctx.db.select().from(tags).where(inArray(tags.slugName, slugs))
  return slugs.map((slug) => rows.find(({ slugName }) => slugName === slug)?.questionCount)
}
type Changes = { title?: string; content?: string; tags?: string[]; version?: number }
const edit = (token: string, id: string, changes: Changes = {}) =>
  site.as(token).call(editQuestion, {
    id,
    title: changes.title ?? 'How long does a starter keep?',
    content: changes.content ?? 'I keep it in the **fridge**.',
    tags: (changes.tags ?? ['baking']).map((slug_name) => ({ slug_name })),
    version: changes.version ?? 1,
    edit_summary: 'Why',
  })

describe('PUT /question', () => {
  it('changes title, text and tags, saves a revision and updates tag counts', async () => {
    const newQuestion = await aQuestion(site.as(ada.token), { tags: ['e-stays', 'e-goes'] })
    const response = await edit(ada.token, newQuestion.id, {
      title: 'How long can it rest?',
      content: 'In the cellar.',
      tags: ['e-comes', 'e-stays'],
    })
    expect(response).toEqual({ url_title: 'how-long-can-it-rest', wait_for_review: false })
    const read = await site.as().call(getQuestion, { id: newQuestion.id })
    expect(read).toMatchObject({
      title: 'How long can it rest?',
      version: 2,
      content: 'In the cellar.',
    })
    expect(read.tags.map((tag) => tag.slug_name)).toEqual(['e-comes', 'e-stays'])
    expect(read.update_user_info?.id).toBe(ada.id)
    expect(read.edit_time).toBeGreaterThan(0)
    expect(await countsOf('e-stays', 'e-goes', 'e-comes')).toEqual([1, 0, 1])
    const saved = await site.ctx.db
      .select()
      .from(revisions)
      .where(eq(revisions.objectId, newQuestion.id))
      .orderBy(asc(revisions.version))
    expect(saved).toMatchObject([
      { version: 1, status: 0, tags: ['e-stays', 'e-goes'] },
      { version: 2, status: 2, tags: ['e-comes', 'e-stays'], summary: 'Why', userId: ada.id },
    ])
  })

  it('ignores an edit without changes, and rejects an outdated version', async () => {
    const newQuestion = await aQuestion(site.as(ada.token), { tags: ['baking', 'rye'] })
    await edit(ada.token, newQuestion.id, { tags: ['rye', 'baking'], version: 7 })
    expect((await site.as().call(getQuestion, { id: newQuestion.id })).version).toBe(1)
    await edit(ada.token, newQuestion.id, { content: 'Changed.' })
    await edit(ada.token, newQuestion.id, { content: 'Changed.' })
    const stale = edit(mia.token, newQuestion.id, { content: 'Changed otherwise.' })
    expect(await expectError(stale, 'edit.conflict')).toMatchObject({ status: 409, data: null })
    expect((await site.as().call(getQuestion, { id: newQuestion.id })).version).toBe(2)
  })

  it('requires the author, staff or the reputation', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    await expectError(edit(ben.token, newQuestion.id, { content: 'Mine now.' }), 'rank.too_low')
    const eve = await aUser(site.ctx)
    await site.db.update(users).set({ points: 999 }).where(eq(users.id, eve.id))
    await edit(eve.token, newQuestion.id, { content: 'Clearer now.' })
    await edit(mia.token, newQuestion.id, { content: 'Clearest.', version: 2 })
    await site.as(ada.token).call(deleteQuestion, { id: newQuestion.id })
    await expectError(edit(ada.token, newQuestion.id, { version: 3, content: 'x' }), 'post.deleted')
    await expectError(
      edit(eve.token, newQuestion.id, { version: 3, content: 'x' }),
      'question.not_found',
    )
  })

  it('lets only moderators add or remove reserved tags', async () => {
    const newQuestion = await aQuestion(site.as(ada.token), { tags: ['baking'] })
    const change = (reserved_tags: string[]) =>
      transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { reserved_tags }))
    await change(['featured'])
    const askBoth = ['baking', 'featured']
    await expectError(edit(ada.token, newQuestion.id, { tags: askBoth }), 'tag.reserved')
    await edit(mia.token, newQuestion.id, { tags: askBoth })
    await expectError(
      edit(ada.token, newQuestion.id, { tags: ['rye'], version: 2 }),
      'tag.reserved_stays',
    )
    await edit(ada.token, newQuestion.id, { tags: ['rye', 'featured'], version: 2 })
    await edit(mia.token, newQuestion.id, { tags: ['rye'], version: 3 })
    await change([])
  })

  it('creates tags only with the privilege', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const change = (level: 2 | 3) =>
      transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level }))
    await change(3)
    await expectError(edit(ada.token, newQuestion.id, { tags: ['never-seen'] }), 'rank.too_low')
    await change(2)
    expect(await countsOf('never-seen')).toEqual([undefined])
  })

  it('does not count the tags of an unlisted question', async () => {
    const newQuestion = await aQuestion(site.as(ada.token), { tags: ['u-before'] })
    await site.db.update(questions).set({ isListed: false }).where(eq(questions.id, newQuestion.id))
    await site.db.update(tags).set({ questionCount: 0 }).where(eq(tags.slugName, 'u-before'))
    await edit(ada.token, newQuestion.id, { tags: ['u-after'] })
    await site.as(ada.token).call(deleteQuestion, { id: newQuestion.id })
    await site.as(ada.token).call(recoverQuestion, { question_id: newQuestion.id })
    expect(await countsOf('u-before', 'u-after')).toEqual([0, 0])
  })

  it('counts a question for its author only while it is listed', async () => {
    const cleo = await aUser(site.ctx)
    const newQuestion = await aQuestion(site.as(cleo.token))
    expect(await userRow(cleo.id)).toMatchObject({ questionCount: 1 })
    await site.db.update(questions).set({ isListed: false }).where(eq(questions.id, newQuestion.id))
    await site.db.update(users).set({ questionCount: 0 }).where(eq(users.id, cleo.id))
    await site.as(cleo.token).call(deleteQuestion, { id: newQuestion.id })
    expect(await userRow(cleo.id)).toMatchObject({ questionCount: 0 })
    await site.as(cleo.token).call(recoverQuestion, { question_id: newQuestion.id })
    expect(await userRow(cleo.id)).toMatchObject({ questionCount: 0 })
  })

  it('keeps tag counts exact under concurrent edits', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        aQuestion(site.as(ada.token), { tags: index % 2 === 0 ? ['swap-a'] : ['swap-b'] }),
      ),
    )
    await Promise.all(
      all.map(({ id }, index) =>
        edit(mia.token, id, { tags: index % 2 === 0 ? ['swap-b'] : ['swap-a', 'swap-b'] }),
      ),
    )
    expect(await countsOf('swap-a', 'swap-b')).toEqual([5, 10])
  })
})

describe('DELETE /question and POST /question/recover', () => {
  const remove = (token: string, id: string) => site.as(token).call(deleteQuestion, { id })
  const recover = (token: string, id: string) =>
    site.as(token).call(recoverQuestion, { question_id: id })

  it('remove a question from lists and counts, and restore it', async () => {
    const cleo = await aUser(site.ctx)
    const newQuestion = await aQuestion(site.as(cleo.token), { tags: ['d-one', 'd-two'] })
    await remove(cleo.token, newQuestion.id)
    await remove(cleo.token, newQuestion.id)
    expect(await countsOf('d-one', 'd-two')).toEqual([0, 0])
    expect((await userRow(cleo.id)).questionCount).toBe(0)
    expect((await site.as().call(listQuestions, { tag: 'd-one' })).count).toBe(0)
    await expectError(
      site.as(ben.token).call(getQuestion, { id: newQuestion.id }),
      'question.not_found',
    )
    const own = await site.as(cleo.token).call(getQuestion, { id: newQuestion.id })
    expect(own.operation).toMatchObject({ level: 'danger' })
    expect(own.operation?.msg).toContain('deleted')
    expect(own.member_actions).toEqual([{ action: 'undelete', name: 'Restore', type: 'confirm' }])
    await recover(cleo.token, newQuestion.id)
    await recover(cleo.token, newQuestion.id)
    expect(await countsOf('d-one', 'd-two')).toEqual([1, 1])
    expect((await userRow(cleo.id)).questionCount).toBe(1)
    expect((await site.as().call(listQuestions, { tag: 'd-one' })).count).toBe(1)
    const rows = await site.ctx.db
      .select({ kind: activities.kind })
      .from(activities)
      .where(eq(activities.objectId, newQuestion.id))
      .orderBy(asc(activities.id))
    expect(rows.map(({ kind }) => kind)).toEqual(['asked', 'deleted', 'undeleted'])
  })

  it('reject authors once the question has helped others, but not staff', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    const answer = await anAnswer(site.as(ben.token), newQuestion.id)
    await expectError(remove(ben.token, newQuestion.id), 'auth.forbidden')
    await site
      .as(ada.token)
      .call(acceptAnswer, { question_id: newQuestion.id, answer_id: answer.id })
    await expectError(remove(ada.token, newQuestion.id), 'question.cannot_delete')
    const actions = (await site.as(ada.token).call(getQuestion, { id: newQuestion.id }))
      .member_actions
    expect(actions.map(({ action }) => action)).toEqual(['edit'])
    await site.as(ada.token).call(acceptAnswer, { question_id: newQuestion.id })
    await anAnswer(site.as(mia.token), newQuestion.id)
    await expectError(remove(ada.token, newQuestion.id), 'question.cannot_delete')
    await remove(mia.token, newQuestion.id)
    await expectError(recover(ada.token, newQuestion.id), 'post.not_deleted_by_you')
    await expectError(recover(ben.token, newQuestion.id), 'question.not_found')
    await recover(mia.token, newQuestion.id)
  })

  it('restore a closed question as closed', async () => {
    const newQuestion = await aQuestion(site.as(ada.token))
    await site.db.update(questions).set({ status: 2 }).where(eq(questions.id, newQuestion.id))
    await remove(ada.token, newQuestion.id)
    await recover(ada.token, newQuestion.id)
    expect((await site.as().call(getQuestion, { id: newQuestion.id })).status).toBe(2)
  })

  it('hide and restore the reputation from the question', async () => {
    const cleo = await aUser(site.ctx)
    const newQuestion = await aQuestion(site.as(cleo.token))
    await site.db.insert(reputationEntries).values({
      userId: cleo.id,
      kind: 'question.voted_up',
      change: 'given',
      points: 10,
      objectId: newQuestion.id,
      byUserId: ben.id,
      day: '2026-01-01',
      createdAt: new Date(),
    })
    await site.db.update(users).set({ points: 10 }).where(eq(users.id, cleo.id))
    await remove(cleo.token, newQuestion.id)
    expect((await userRow(cleo.id)).points).toBe(0)
    await recover(cleo.token, newQuestion.id)
    expect((await userRow(cleo.id)).points).toBe(10)
  })

  it('update counts once when concurrent', async () => {
    const cleo = await aUser(site.ctx)
    const newQuestion = await aQuestion(site.as(cleo.token), { tags: ['d-race'] })
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? remove(mia.token, newQuestion.id) : recover(mia.token, newQuestion.id),
      ),
    )
    await recover(mia.token, newQuestion.id)
    expect(await countsOf('d-race')).toEqual([1])
    expect((await userRow(cleo.id)).questionCount).toBe(1)
  })
})

describe('POST /question/answer', () => {
  const askBoth = (token: string, answer_content: string) =>
    site.as(token).call(askWithAnswer, {
      title: 'Why does it smell?',
      content: 'Like apples.',
      tags: [{ slug_name: 'smell' }],
      answer_content,
    })

  it('posts question and answer', async () => {
    const cleo = await aUser(site.ctx)
    const { info, question } = await askBoth(cleo.token, 'That is **alcohol**.')
    expect(info.question_id).toBe(question.id)
    expect(question).toMatchObject({ answer_count: 1, answered: true, first_answer_id: info.id })
    expect(await userRow(cleo.id)).toMatchObject({ questionCount: 1, answerCount: 1 })
  })

  it('posts nothing when one of them is rejected', async () => {
    const before = await countsOf('smell')
    expect((await rejectionOf(askBoth(ada.token, 'short'))).data).toMatchObject([
      { error_field: 'answer_content' },
    ])
    const change = (custom: Record<string, number>) =>
      transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level: 99, custom }))
    await change({ 'answer.add': 50 })
    await expectError(askBoth(ada.token, 'Long enough.'), 'rank.too_low')
    await change({ 'tag.add': 50 })
    const withNewTag = site.as(ada.token).call(askWithAnswer, {
      title: 'One',
      content: 'Two words',
      tags: [{ slug_name: 'not-there-yet' }],
      answer_content: 'Long enough.',
    })
    await expectError(withNewTag, 'rank.too_low')
    await transact(site.ctx, (tx) =>
      changeSettings(tx, privilegeSettings, { level: 2, custom: {} }),
    )
    expect(await countsOf('smell', 'not-there-yet')).toEqual([...before, undefined])
    const orphans = await site.ctx.db
      .select()
      .from(answers)
      .where(eq(answers.originalText, 'Long enough.'))
    expect(orphans).toEqual([])
  })
})
