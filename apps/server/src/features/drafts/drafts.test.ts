import {
  askWithAnswer,
  deleteAnswer,
  editAnswer,
  postAnswer,
} from '@stoa/contract/features/answers'
import { discardDraft, getDraft, listDrafts, saveDraft } from '@stoa/contract/features/drafts'
import { deleteAccount, exportMyData } from '@stoa/contract/features/profile'
import { deleteQuestion, editQuestion } from '@stoa/contract/features/questions'
import type { InputOf } from '@stoa/contract/endpoint'
import { objectIdOf } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { draftsListeners } from './drafts.listeners.ts'
import { drafts } from './drafts.table.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

type Save = InputOf<typeof saveDraft>

async function aWriter(name?: string) {
  const person = await aPerson(site.ctx, name === undefined ? {} : { name })
  const client = site.as(person.token)
  const save = (input: Partial<Save> = {}) =>
    client.call(saveDraft, {
      kind: 'question',
      writer: 'window-one',
      counter: 1,
      known_version: 0,
      ...input,
    })
  const read = (place: { kind: Save['kind']; object_id?: string } = { kind: 'question' }) =>
    client.call(getDraft, place)
  return { ...person, client, save, read }
}

const tags = [{ slug_name: 'tea' }]

describe('a draft', () => {
  it('is kept as it was written, for its writer alone', async () => {
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

  it('has a place: one for each question, answer and edit', async () => {
    const ada = await aWriter()
    const asked = await aQuestion(ada.client)
    const answer = await anAnswer(ada.client, asked.id)
    const places = [
      { kind: 'question' as const },
      { kind: 'answer' as const, object_id: asked.id },
      { kind: 'edit' as const, object_id: asked.id },
      { kind: 'edit' as const, object_id: answer.id },
    ]
    for (const [index, place] of places.entries())
      await ada.save({ ...place, content: `Text ${index}`, base_version: index })
    for (const [index, place] of places.entries())
      expect(await ada.read(place)).toMatchObject({
        content: `Text ${index}`,
        base_version: index,
      })
    const wrong = { kind: 'answer' as const, object_id: answer.id }
    await expectError(ada.read(wrong), 'object.not_found')
    await expectError(ada.save(wrong), 'object.not_found')
  })

  it('is bounded in size', async () => {
    const ada = await aWriter()
    for (const [field, most] of [
      ['title', limits.draft.title],
      ['content', limits.body.max],
      ['tags', limits.draft.tags],
    ] as const) {
      const refused = await refusalOf(ada.save({ [field]: 'x'.repeat(most + 1) }))
      expect(refused.data).toMatchObject([{ error_field: field }])
    }
  })

  it('goes when it is thrown away, and comes back when it is saved anew', async () => {
    const ada = await aWriter()
    await ada.save({ content: 'Once' })
    await ada.client.call(discardDraft, { kind: 'question' })
    expect(await ada.read()).toBeNull()
    await ada.save({ content: 'Once', counter: 2 })
    expect(await ada.read()).toMatchObject({ content: 'Once' })
  })
})

describe('saving from several windows', () => {
  it('keeps the later of two saves of one window, whichever arrives first', async () => {
    const ada = await aWriter()
    await ada.save({ content: 'three', counter: 3 })
    expect(await ada.save({ content: 'two', counter: 2 })).toMatchObject({
      saved: false,
      draft: { content: 'three', writer: 'window-one' },
    })
    const later = await ada.save({ content: 'four', counter: 4 })
    expect(later).toMatchObject({ saved: true, draft: { content: 'four', version: 2 } })
  })

  it('tells a window that another saved in between, and overwrites nothing', async () => {
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

  it('does not bring back what was posted or thrown away', async () => {
    const ada = await aWriter()
    await ada.save({ content: 'Once' })
    await ada.client.call(discardDraft, { kind: 'question' })
    const late = await ada.save({ content: 'Once more', counter: 2, known_version: 1 })
    expect(late).toEqual({ saved: false, draft: null })
    expect(await ada.read()).toBeNull()
  })

  it('lets exactly one of two windows begin', async () => {
    const ada = await aWriter()
    const windows = Array.from({ length: 6 }, (_, index) =>
      ada.save({ writer: `window-${index}`, content: `${index}` }),
    )
    const replies = await Promise.all(windows)
    expect(replies.filter(({ saved }) => saved).length).toBe(1)
    const kept = await ada.read()
    for (const { draft } of replies) expect(draft).toEqual(kept)
  })
})

describe('what becomes of a draft', () => {
  it('ends with the post it belongs to, and with no other', async () => {
    const ada = await aWriter()
    const asked = await aQuestion(ada.client)
    const other = await aQuestion(ada.client)
    const answer = await anAnswer(ada.client, other.id)
    const mine = { kind: 'answer' as const, object_id: asked.id }
    const edits = [asked.id, answer.id].map((object_id) => ({ kind: 'edit' as const, object_id }))
    for (const place of [{ kind: 'question' as const }, mine, ...edits]) await ada.save(place)
    const left = async () => (await ada.client.call(listDrafts, {})).length
    const question_id = asked.id
    await ada.client.call(postAnswer, { question_id, content: 'An answer' })
    expect([await ada.read(mine), await left()]).toEqual([null, 3])
    await ada.client.call(editAnswer, { id: answer.id, content: 'Another answer', version: 1 })
    expect([await ada.read(edits[1]), await left()]).toEqual([null, 2])
    const text = { title: 'Another', content: 'Another', tags }
    await ada.client.call(editQuestion, { id: asked.id, ...text, version: 1 })
    expect([await ada.read(edits[0]), await left()]).toEqual([null, 1])
    await ada.client.call(askWithAnswer, { ...text, answer_content: 'An answer' })
    expect(await left()).toBe(0)
  })

  it('stays when the post fails', async () => {
    const ada = await aWriter()
    const { client } = ada
    const asked = await aQuestion(client)
    await ada.save({ kind: 'edit', object_id: asked.id, content: 'Mine', base_version: 1 })
    const text = { title: 'Another', content: 'Another', tags }
    const stale = client.call(editQuestion, { id: asked.id, ...text, version: 9 })
    await expectError(stale, 'edit.conflict')
    const draft = await ada.read({ kind: 'edit', object_id: asked.id })
    expect(draft).toMatchObject({ content: 'Mine', base_version: 1 })
  })

  it('is still readable when the question is not any more, and tells nothing of it', async () => {
    const [ada, ben] = [await aWriter(), await aWriter()]
    const asked = await aQuestion(ada.client)
    const answer = await anAnswer(ada.client, asked.id)
    const place = { kind: 'answer' as const, object_id: asked.id }
    await ben.save({ ...place, content: 'Half an answer' })
    const [listed] = await ben.client.call(listDrafts, {})
    expect(listed).toMatchObject({ question_id: asked.id, question_title: asked.title })
    const edit = { kind: 'edit' as const, object_id: answer.id }
    await ben.save({ ...edit, content: 'Better' })
    await ada.client.call(deleteAnswer, { id: answer.id })
    expect((await ben.client.call(listDrafts, {}))[0]).toMatchObject({ question_title: '' })
    await ada.client.call(deleteQuestion, { id: asked.id })
    expect(await ben.read(place)).toMatchObject({ content: 'Half an answer' })
    const list = await ben.client.call(listDrafts, {})
    expect(list.length).toBe(2)
    for (const draft of list)
      expect(draft).toMatchObject({ question_id: '0', question_title: '', url_title: '' })
  })

  it('leaves the newest fifty', async () => {
    const ada = await aWriter()
    const at = (index: number) => ({
      kind: 'answer' as const,
      object_id: objectIdOf('question', 5_000_000 + index),
    })
    for (let index = 0; index <= limits.draft.most; index++) {
      site.advance(1000)
      await ada.save({ ...at(index), content: `${index}` })
    }
    const list = await ada.client.call(listDrafts, {})
    expect(list.length).toBe(limits.draft.most)
    expect(list[0]).toMatchObject({ content: `${limits.draft.most}` })
    expect(await ada.read(at(0))).toBeNull()
    expect(await ada.read(at(1))).not.toBeNull()
  })

  it('is swept after thirty days without a save', async () => {
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

  it('is in the export, and goes with the person', async () => {
    const ada = await aWriter()
    await ada.save({ title: 'Half', content: 'Text', tags: 'tea' })
    const { drafts: kept } = (await ada.client.call(exportMyData, {})) as { drafts: unknown }
    expect(kept).toMatchObject([{ kind: 'question', title: 'Half', text: 'Text', tags: 'tea' }])
    await ada.client.call(deleteAccount, { content: 'keep' })
    expect(await countOf(ada.id)).toBe(0)
  })

  it('costs the same in a list of one and of many', async () => {
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
