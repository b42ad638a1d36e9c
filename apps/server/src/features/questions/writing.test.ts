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
import { aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { activities } from '../activity/activity.table.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { answers, questions } from '../posts/posts.table.ts'
import { revisions } from '../posts/revisions.table.ts'
import { reputationEntries } from '../reputation/reputation.table.ts'
import { tags } from '../posts/tags.table.ts'
import { users } from '../users/users.table.ts'
import { aQuestion } from './questions.factory.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let ben: Awaited<ReturnType<typeof aPerson>>
let mia: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx, { name: 'Ada' })
  ben = await aPerson(site.ctx, { name: 'Ben' })
  mia = await aPerson(site.ctx, { name: 'Mia', role: 'moderator' })
})
afterAll(() => site.close())

const personRow = async (id: string) => {
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
  return row!
}
/** How many questions each tag says it has. */
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

describe('editing', () => {
  it('changes title, text and tags, keeps what was there and moves the counts of tags', async () => {
    const asked = await aQuestion(site.as(ada.token), { tags: ['e-stays', 'e-goes'] })
    const reply = await edit(ada.token, asked.id, {
      title: 'How long can it rest?',
      content: 'In the cellar.',
      tags: ['e-comes', 'e-stays'],
    })
    expect(reply).toEqual({ url_title: 'how-long-can-it-rest', wait_for_review: false })
    const read = await site.as().call(getQuestion, { id: asked.id })
    expect(read).toMatchObject({
      title: 'How long can it rest?',
      version: 2,
      content: 'In the cellar.',
    })
    expect(read.tags.map((tag) => tag.slug_name)).toEqual(['e-comes', 'e-stays'])
    expect(read.update_user_info?.id).toBe(ada.id)
    expect(read.edit_time).toBeGreaterThan(0)
    expect(await countsOf('e-stays', 'e-goes', 'e-comes')).toEqual([1, 0, 1])
    const kept = await site.ctx.db
      .select()
      .from(revisions)
      .where(eq(revisions.objectId, asked.id))
      .orderBy(asc(revisions.version))
    expect(kept).toMatchObject([
      { version: 1, status: 0, tags: ['e-stays', 'e-goes'] },
      { version: 2, status: 2, tags: ['e-comes', 'e-stays'], summary: 'Why', userId: ada.id },
    ])
  })

  it('does nothing without a change, and refuses a version that is gone', async () => {
    const asked = await aQuestion(site.as(ada.token), { tags: ['baking', 'rye'] })
    await edit(ada.token, asked.id, { tags: ['rye', 'baking'], version: 7 })
    expect((await site.as().call(getQuestion, { id: asked.id })).version).toBe(1)
    await edit(ada.token, asked.id, { content: 'Changed.' })
    await edit(ada.token, asked.id, { content: 'Changed.' })
    const stale = edit(mia.token, asked.id, { content: 'Changed otherwise.' })
    expect(await expectError(stale, 'edit.conflict')).toMatchObject({ status: 409, data: null })
    expect((await site.as().call(getQuestion, { id: asked.id })).version).toBe(2)
  })

  it('is for the author, for staff and for those with the reputation', async () => {
    const asked = await aQuestion(site.as(ada.token))
    await expectError(edit(ben.token, asked.id, { content: 'Mine now.' }), 'rank.too_low')
    const eve = await aPerson(site.ctx)
    await site.ctx.db.update(users).set({ points: 999 }).where(eq(users.id, eve.id))
    await edit(eve.token, asked.id, { content: 'Clearer now.' })
    await edit(mia.token, asked.id, { content: 'Clearest.', version: 2 })
    await site.as(ada.token).call(deleteQuestion, { id: asked.id })
    await expectError(edit(ada.token, asked.id, { version: 3, content: 'x' }), 'post.deleted')
    await expectError(edit(eve.token, asked.id, { version: 3, content: 'x' }), 'question.not_found')
  })

  it('leaves reserved tags to moderators, whether they come or go', async () => {
    const asked = await aQuestion(site.as(ada.token), { tags: ['baking'] })
    const change = (reserved_tags: string[]) =>
      transact(site.ctx, (tx) => changeSettings(tx, site.ctx, writeSettings, { reserved_tags }))
    await change(['featured'])
    const both = ['baking', 'featured']
    await expectError(edit(ada.token, asked.id, { tags: both }), 'tag.reserved')
    await edit(mia.token, asked.id, { tags: both })
    await expectError(
      edit(ada.token, asked.id, { tags: ['rye'], version: 2 }),
      'tag.reserved_stays',
    )
    await edit(ada.token, asked.id, { tags: ['rye', 'featured'], version: 2 })
    await edit(mia.token, asked.id, { tags: ['rye'], version: 3 })
    await change([])
  })

  it('creates tags only for those who may', async () => {
    const asked = await aQuestion(site.as(ada.token))
    const change = (level: 2 | 3) =>
      transact(site.ctx, (tx) => changeSettings(tx, site.ctx, privilegeSettings, { level }))
    await change(3)
    await expectError(edit(ada.token, asked.id, { tags: ['never-seen'] }), 'rank.too_low')
    await change(2)
    expect(await countsOf('never-seen')).toEqual([undefined])
  })

  it('leaves the tags of an unlisted question uncounted', async () => {
    const asked = await aQuestion(site.as(ada.token), { tags: ['u-before'] })
    await site.ctx.db.update(questions).set({ isListed: false }).where(eq(questions.id, asked.id))
    await site.ctx.db.update(tags).set({ questionCount: 0 }).where(eq(tags.slugName, 'u-before'))
    await edit(ada.token, asked.id, { tags: ['u-after'] })
    await site.as(ada.token).call(deleteQuestion, { id: asked.id })
    await site.as(ada.token).call(recoverQuestion, { question_id: asked.id })
    expect(await countsOf('u-before', 'u-after')).toEqual([0, 0])
  })

  it('counts an unlisted question with its author only while it is listed', async () => {
    const cleo = await aPerson(site.ctx)
    const asked = await aQuestion(site.as(cleo.token))
    expect(await personRow(cleo.id)).toMatchObject({ questionCount: 1 })
    await site.ctx.db.update(questions).set({ isListed: false }).where(eq(questions.id, asked.id))
    await site.ctx.db.update(users).set({ questionCount: 0 }).where(eq(users.id, cleo.id))
    await site.as(cleo.token).call(deleteQuestion, { id: asked.id })
    expect(await personRow(cleo.id)).toMatchObject({ questionCount: 0 })
    await site.as(cleo.token).call(recoverQuestion, { question_id: asked.id })
    expect(await personRow(cleo.id)).toMatchObject({ questionCount: 0 })
  })

  it('keeps counts exact when many change the same tags at once', async () => {
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

describe('deleting', () => {
  const remove = (token: string, id: string) => site.as(token).call(deleteQuestion, { id })
  const recover = (token: string, id: string) =>
    site.as(token).call(recoverQuestion, { question_id: id })

  it('takes a question out of every list and count, and recovering brings it back', async () => {
    const cleo = await aPerson(site.ctx)
    const asked = await aQuestion(site.as(cleo.token), { tags: ['d-one', 'd-two'] })
    await remove(cleo.token, asked.id)
    await remove(cleo.token, asked.id)
    expect(await countsOf('d-one', 'd-two')).toEqual([0, 0])
    expect((await personRow(cleo.id)).questionCount).toBe(0)
    expect((await site.as().call(listQuestions, { tag: 'd-one' })).count).toBe(0)
    await expectError(site.as(ben.token).call(getQuestion, { id: asked.id }), 'question.not_found')
    const own = await site.as(cleo.token).call(getQuestion, { id: asked.id })
    expect(own.operation).toMatchObject({ level: 'danger' })
    expect(own.operation?.msg).toContain('deleted')
    expect(own.member_actions).toEqual([{ action: 'undelete', name: 'Undelete', type: 'confirm' }])
    await recover(cleo.token, asked.id)
    await recover(cleo.token, asked.id)
    expect(await countsOf('d-one', 'd-two')).toEqual([1, 1])
    expect((await personRow(cleo.id)).questionCount).toBe(1)
    expect((await site.as().call(listQuestions, { tag: 'd-one' })).count).toBe(1)
    const rows = await site.ctx.db
      .select({ kind: activities.kind })
      .from(activities)
      .where(eq(activities.objectId, asked.id))
      .orderBy(asc(activities.id))
    expect(rows.map(({ kind }) => kind)).toEqual(['asked', 'deleted', 'undeleted'])
  })

  it('is not for authors once the question helped others; staff may', async () => {
    const asked = await aQuestion(site.as(ada.token))
    const answer = await anAnswer(site.as(ben.token), asked.id)
    await expectError(remove(ben.token, asked.id), 'auth.forbidden')
    await site.as(ada.token).call(acceptAnswer, { question_id: asked.id, answer_id: answer.id })
    await expectError(remove(ada.token, asked.id), 'question.cannot_delete')
    const actions = (await site.as(ada.token).call(getQuestion, { id: asked.id })).member_actions
    expect(actions.map(({ action }) => action)).toEqual(['edit'])
    await site.as(ada.token).call(acceptAnswer, { question_id: asked.id })
    await anAnswer(site.as(mia.token), asked.id)
    await expectError(remove(ada.token, asked.id), 'question.cannot_delete')
    await remove(mia.token, asked.id)
    await expectError(recover(ada.token, asked.id), 'post.not_deleted_by_you')
    await expectError(recover(ben.token, asked.id), 'question.not_found')
    await recover(mia.token, asked.id)
  })

  it('brings a closed question back closed', async () => {
    const asked = await aQuestion(site.as(ada.token))
    await site.ctx.db.update(questions).set({ status: 2 }).where(eq(questions.id, asked.id))
    await remove(ada.token, asked.id)
    await recover(ada.token, asked.id)
    expect((await site.as().call(getQuestion, { id: asked.id })).status).toBe(2)
  })

  it('takes along what the question earned, and brings it back', async () => {
    const cleo = await aPerson(site.ctx)
    const asked = await aQuestion(site.as(cleo.token))
    await site.ctx.db.insert(reputationEntries).values({
      userId: cleo.id,
      kind: 'question.voted_up',
      change: 'given',
      points: 10,
      objectId: asked.id,
      byUserId: ben.id,
      day: '2026-01-01',
      createdAt: new Date(),
    })
    await site.ctx.db.update(users).set({ points: 10 }).where(eq(users.id, cleo.id))
    await remove(cleo.token, asked.id)
    expect((await personRow(cleo.id)).points).toBe(0)
    await recover(cleo.token, asked.id)
    expect((await personRow(cleo.id)).points).toBe(10)
  })

  it('counts once when many delete and recover at the same time', async () => {
    const cleo = await aPerson(site.ctx)
    const asked = await aQuestion(site.as(cleo.token), { tags: ['d-race'] })
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? remove(mia.token, asked.id) : recover(mia.token, asked.id),
      ),
    )
    await recover(mia.token, asked.id)
    expect(await countsOf('d-race')).toEqual([1])
    expect((await personRow(cleo.id)).questionCount).toBe(1)
  })
})

describe('asking with an answer', () => {
  const both = (token: string, answer_content: string) =>
    site.as(token).call(askWithAnswer, {
      title: 'Why does it smell?',
      content: 'Like apples.',
      tags: [{ slug_name: 'smell' }],
      answer_content,
    })

  it('posts both at once', async () => {
    const cleo = await aPerson(site.ctx)
    const { info, question } = await both(cleo.token, 'That is **alcohol**.')
    expect(info.question_id).toBe(question.id)
    expect(question).toMatchObject({ answer_count: 1, answered: true, first_answer_id: info.id })
    expect(await personRow(cleo.id)).toMatchObject({ questionCount: 1, answerCount: 1 })
  })

  it('posts none when one of them is refused', async () => {
    const before = await countsOf('smell')
    expect((await refusalOf(both(ada.token, 'short'))).data).toMatchObject([
      { error_field: 'answer_content' },
    ])
    const change = (custom: Record<string, number>) =>
      transact(site.ctx, (tx) =>
        changeSettings(tx, site.ctx, privilegeSettings, { level: 99, custom }),
      )
    await change({ 'answer.add': 50 })
    await expectError(both(ada.token, 'Long enough.'), 'rank.too_low')
    await change({ 'tag.add': 50 })
    const fresh = site.as(ada.token).call(askWithAnswer, {
      title: 'One',
      content: 'Two words',
      tags: [{ slug_name: 'not-there-yet' }],
      answer_content: 'Long enough.',
    })
    await expectError(fresh, 'rank.too_low')
    await transact(site.ctx, (tx) =>
      changeSettings(tx, site.ctx, privilegeSettings, { level: 2, custom: {} }),
    )
    expect(await countsOf('smell', 'not-there-yet')).toEqual([...before, undefined])
    const lost = await site.ctx.db
      .select()
      .from(answers)
      .where(eq(answers.originalText, 'Long enough.'))
    expect(lost).toEqual([])
  })
})
