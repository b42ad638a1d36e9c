import {
  askWithAnswer,
  deleteAnswer,
  editAnswer,
  postAnswer,
} from '@stoa/contract/features/answers'
import { discardDraft, getDraft, listDrafts, saveDraft } from '@stoa/contract/features/drafts'
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile-settings'
import { deleteQuestion, editQuestion } from '@stoa/contract/features/questions'
import type { InputOf } from '@stoa/contract/endpoint'
import { objectIdOf } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { draftsListeners } from './drafts.listeners.ts'
import { drafts } from '../../../schema/drafts.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

type Save = InputOf<typeof saveDraft>

async function aWriter(name?: string) {
  const user = await aUser(site.ctx, name === undefined ? {} : { name })
  const client = site.as(user.token)
  const save = (input: Partial<Save> = {}) =>
    client.call(saveDraft, {
      kind: 'question',
      writer: 'window-one',
      counter: 1,
      known_version: 0,
      ...input,
    })
  const read = (target: { kind: Save['kind']; object_id?: string } = { kind: 'question' }) =>
    client.call(getDraft, target)
  return { ...user, client, save, read }
}

const tags = [{ slug_name: 'tea' }]

describe('PUT and GET /draft', () => {
  it('save a draft unchanged, for its author only', async () => {
    const [ada, ben] = [await aWriter(), await aWriter()]
    expect(await ada.read()).toBeNull()
    const written = { title: ' Half a ', content: '**Now', tags: 'tea, po', answer_content: 'Or' }
    const { saved, draft } = await ada.save(written)
    expect(saved).toBe(true)
    expect(draft).toMatchObject({ ...written, version: 1, object_id: '0', writer: 'window-one' })
    expect(await ada.read()).toEqual(draft)
    expect(await ben.read()).toBeNull()
    await expectError(site.as().call(getDraft, { kind: 'question' }), 'auth.required')
  })

  it('save one draft per new question, answer and edit', async () => {
    const ada = await aWriter()
    const question = await aQuestion(ada.client)
    const answer = await anAnswer(ada.client, question.id)
    const targets = [
      { kind: 'question' as const },
      { kind: 'answer' as const, object_id: question.id },
      { kind: 'edit' as const, object_id: question.id },
      { kind: 'edit' as const, object_id: answer.id },
    ]
    for (const [index, target] of targets.entries())
      await ada.save({ ...target, content: `Text ${index}`, base_version: index })
    for (const [index, target] of targets.entries())
      expect(await ada.read(target)).toMatchObject({
        content: `Text ${index}`,
        base_version: index,
      })
    const wrong = { kind: 'answer' as const, object_id: answer.id }
    await expectError(ada.read(wrong), 'object.not_found')
    await expectError(ada.save(wrong), 'object.not_found')
  })

  it('limit the size of a draft', async () => {
    const ada = await aWriter()
    for (const [field, max] of [
      ['title', limits.draft.title],
      ['content', limits.body.max],
      ['tags', limits.draft.tags],
    ] as const) {
      const rejection = await rejectionOf(ada.save({ [field]: 'x'.repeat(max + 1) }))
      expect(rejection.data).toMatchObject([{ error_field: field }])
    }
  })

  it('start over after DELETE /draft', async () => {
    const ada = await aWriter()
    await ada.save({ content: 'Once' })
    await ada.client.call(discardDraft, { kind: 'question' })
    expect(await ada.read()).toBeNull()
    await ada.save({ content: 'Once', counter: 2 })
    expect(await ada.read()).toMatchObject({ content: 'Once' })
  })
})

describe('PUT /draft from several tabs', () => {
  it('keeps the later of two saves of one writer, in any order of arrival', async () => {
    const ada = await aWriter()
    await ada.save({ content: 'three', counter: 3 })
    expect(await ada.save({ content: 'two', counter: 2 })).toMatchObject({
      saved: false,
      draft: { content: 'three', writer: 'window-one' },
    })
    const later = await ada.save({ content: 'four', counter: 4 })
    expect(later).toMatchObject({ saved: true, draft: { content: 'four', version: 2 } })
  })

  it('reports a conflict with another writer and overwrites nothing', async () => {
    const ada = await aWriter()
    await ada.save({ content: 'on the laptop' })
    const phone = { writer: 'window-two', counter: 1 }
    expect(await ada.save({ ...phone, content: 'on the phone' })).toMatchObject({
      saved: false,
      draft: { content: 'on the laptop', version: 1 },
    })
    const knowing = await ada.save({ ...phone, content: 'on the phone', known_version: 1 })
    expect(knowing).toMatchObject({ saved: true, draft: { version: 2 } })
    expect(await ada.save({ content: 'laptop again', counter: 2, known_version: 1 })).toMatchObject(
      { saved: false, draft: { content: 'on the phone' } },
    )
  })

  it('does not recreate a draft that was posted or discarded', async () => {
    const ada = await aWriter()
    await ada.save({ content: 'Once' })
    await ada.client.call(discardDraft, { kind: 'question' })
    const late = await ada.save({ content: 'Once more', counter: 2, known_version: 1 })
    expect(late).toEqual({ saved: false, draft: null })
    expect(await ada.read()).toBeNull()
  })

  it('lets exactly one of two concurrent writers create the draft', async () => {
    const ada = await aWriter()
    const writers = Array.from({ length: 6 }, (_, index) =>
      ada.save({ writer: `window-${index}`, content: `${index}` }),
    )
    const responses = await Promise.all(writers)
    expect(responses.filter(({ saved }) => saved).length).toBe(1)
    const savedRows = await ada.read()
    for (const { draft } of responses) expect(draft).toEqual(savedRows)
  })
})

describe('the lifetime of a draft', () => {
  it('ends with its own post only', async () => {
    const ada = await aWriter()
    const question = await aQuestion(ada.client)
    const other = await aQuestion(ada.client)
    const answer = await anAnswer(ada.client, other.id)
    const mine = { kind: 'answer' as const, object_id: question.id }
    const edits = [question.id, answer.id].map((object_id) => ({
      kind: 'edit' as const,
      object_id,
    }))
    for (const target of [{ kind: 'question' as const }, mine, ...edits]) await ada.save(target)
    const left = async () => (await ada.client.call(listDrafts, {})).length
    const question_id = question.id
    await ada.client.call(postAnswer, { question_id, content: 'An answer' })
    expect([await ada.read(mine), await left()]).toEqual([null, 3])
    await ada.client.call(editAnswer, { id: answer.id, content: 'Another answer', version: 1 })
    expect([await ada.read(edits[1]), await left()]).toEqual([null, 2])
    const text = { title: 'Another', content: 'Another', tags }
    await ada.client.call(editQuestion, { id: question.id, ...text, version: 1 })
    expect([await ada.read(edits[0]), await left()]).toEqual([null, 1])
    await ada.client.call(askWithAnswer, { ...text, answer_content: 'An answer' })
    expect(await left()).toBe(0)
  })

  it('does not end when the post fails', async () => {
    const ada = await aWriter()
    const { client } = ada
    const question = await aQuestion(client)
    await ada.save({ kind: 'edit', object_id: question.id, content: 'Mine', base_version: 1 })
    const text = { title: 'Another', content: 'Another', tags }
    const stale = client.call(editQuestion, { id: question.id, ...text, version: 9 })
    await expectError(stale, 'edit.conflict')
    const draft = await ada.read({ kind: 'edit', object_id: question.id })
    expect(draft).toMatchObject({ content: 'Mine', base_version: 1 })
  })

  it('outlasts the question without revealing it', async () => {
    const [ada, ben] = [await aWriter(), await aWriter()]
    const question = await aQuestion(ada.client)
    const answer = await anAnswer(ada.client, question.id)
    const target = { kind: 'answer' as const, object_id: question.id }
    await ben.save({ ...target, content: 'Half an answer' })
    const [listed] = await ben.client.call(listDrafts, {})
    expect(listed).toMatchObject({ question_id: question.id, question_title: question.title })
    const edit = { kind: 'edit' as const, object_id: answer.id }
    await ben.save({ ...edit, content: 'Better' })
    await ada.client.call(deleteAnswer, { id: answer.id })
    expect((await ben.client.call(listDrafts, {}))[0]).toMatchObject({ question_title: '' })
    await ada.client.call(deleteQuestion, { id: question.id })
    expect(await ben.read(target)).toMatchObject({ content: 'Half an answer' })
    const list = await ben.client.call(listDrafts, {})
    expect(list.length).toBe(2)
    for (const draft of list)
      expect(draft).toMatchObject({ question_id: '0', question_title: '', url_title: '' })
  })

  it('keeps the newest fifty per user', async () => {
    const ada = await aWriter()
    const at = (index: number) => ({
      kind: 'answer' as const,
      object_id: objectIdOf('question', 5_000_000 + index),
    })
    for (let index = 0; index <= limits.draft.perUser; index++) {
      site.advance(1000)
      await ada.save({ ...at(index), content: `${index}` })
    }
    const list = await ada.client.call(listDrafts, {})
    expect(list.length).toBe(limits.draft.perUser)
    expect(list[0]).toMatchObject({ content: `${limits.draft.perUser}` })
    expect(await ada.read(at(0))).toBeNull()
    expect(await ada.read(at(1))).not.toBeNull()
  })

  it('ends after thirty days without a save', async () => {
    const [ada, ben] = [await aWriter(), await aWriter()]
    await ada.save({ content: 'Old' })
    site.advance(29 * 86_400_000)
    const eve = await aWriter()
    await eve.save({ content: 'New' })
    await sweep()
    expect(await countOf(ada.id)).toBe(1)
    site.advance(2 * 86_400_000)
    await sweep()
    expect([await countOf(ada.id), await countOf(ben.id), await countOf(eve.id)]).toEqual([0, 0, 1])
  })

  it('covers the export, and ends with the account', async () => {
    const ada = await aWriter()
    await ada.save({ title: 'Half', content: 'Text', tags: 'tea' })
    const { drafts: savedRows } = (await ada.client.call(exportMyData, {})) as { drafts: unknown }
    expect(savedRows).toMatchObject([
      { kind: 'question', title: 'Half', text: 'Text', tags: 'tea' },
    ])
    await ada.client.call(deleteAccount, { content: 'keep' })
    expect(await countOf(ada.id)).toBe(0)
  })

  it('GET /drafts takes the same number of statements for any number of drafts', async () => {
    const ada = await aWriter()
    const cost = async () =>
      (
        await site.app.inject({
          url: listDrafts.path,
          headers: { authorization: `Bearer ${ada.token}` },
        })
      ).headers['x-sql-count']
    const first = await aQuestion(ada.client)
    await ada.save({ kind: 'edit', object_id: first.id })
    const one = await cost()
    for (let index = 0; index < 5; index++) {
      const { id } = await aQuestion(ada.client)
      await ada.save({ kind: 'edit', object_id: id })
    }
    expect([one, await cost()]).toEqual(['2', '2'])
  })
})

async function countOf(userId: string) {
  return (await site.ctx.db.select().from(drafts).where(eq(drafts.userId, userId))).length
}

async function sweep() {
  for (const listener of draftsListeners)
    if (listener.kind === 'every') await listener.run(site.ctx)
}
