import type { Client } from '@stoa/contract/client'
import { getTimeline } from '@stoa/contract/features/activity'
import { deleteAnswer, editAnswer, getAnswer } from '@stoa/contract/features/answers'
import {
  deleteQuestion,
  editQuestion,
  getQuestion,
  listLinkingQuestions,
} from '@stoa/contract/features/questions'
import { listRevisions, rollBack } from '@stoa/contract/features/revisions'
import { createTag, editTag, getTag } from '@stoa/contract/features/tags'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { runChecks } from '../../admin/doctor/doctor.actions.ts'
import { revisions } from '../../../schema/revisions.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
let ada: Client
let ben: Client
let mia: Client

beforeAll(async () => {
  site = await aSite()
  ada = site.as((await aUser(site.ctx, { name: 'Ada' })).token)
  ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
  mia = site.as((await aUser(site.ctx, { name: 'Mia', role: 'moderator' })).token)
})
afterAll(() => site.close())

const revisionIdOf = async (objectId: string, version: number) => {
  const [row] = await site.db
    .select({ id: revisions.id })
    .from(revisions)
    .where(and(eq(revisions.objectId, objectId), eq(revisions.version, version)))
  return row!.id
}

/** Rolls back to version `to` while `version` is current. */
const rollBackAs = async (client: Client, object_id: string, to: number, version: number) =>
  await client.call(rollBack, {
    object_id,
    revision_id: await revisionIdOf(object_id, to),
    version,
  })

const edit = (id: string, changes: object) => {
  const question = { title: 'Changed', content: 'Changed.', tags: [{ slug_name: 'oven' }] }
  return mia.call(editQuestion, { id, ...question, version: 1, ...changes })
}

describe('PUT /revisions/rollback of a question', () => {
  it('restores title, text, tags and links as a new revision', async () => {
    const target = await aQuestion(ada)
    const content = `See #${target.id}, @ben.`
    const { id } = await aQuestion(ada, { title: 'Original', content, tags: ['baking', 'rye'] })
    await edit(id, {})
    const linking = async () =>
      (await site.as().call(listLinkingQuestions, { question_id: target.id })).count
    expect(await linking()).toBe(0)
    expect(await rollBackAs(mia, id, 1, 2)).toEqual({ url_title: 'original' })
    const question = await site.as().call(getQuestion, { id })
    expect(question).toMatchObject({ title: 'Original', content, version: 3 })
    expect(question.tags.map((tag) => tag.slug_name)).toEqual(['baking', 'rye'])
    expect(await linking()).toBe(1)
    const [row] = (await ada.call(getTimeline, { object_id: id })).timeline
    expect(row).toMatchObject({ activity_type: 'rollback', version: 3, restored_version: 1 })
    expect((await ada.call(listRevisions, { object_id: id })).map((one) => one.version)).toEqual([
      3, 2, 1,
    ])
    expect((await runChecks(site.ctx, { repair: false })).filter(({ count }) => count > 0)).toEqual(
      [],
    )
  })

  it('indexes the text, but does not notify mentioned users again', async () => {
    const { id } = await aQuestion(ada, { content: 'Ask @ben about it.' })
    await edit(id, {})
    await site.db.execute(sql`delete from pgboss.job`)
    await rollBackAs(mia, id, 1, 2)
    const { rows } = await site.db.execute<{ name: string; data: { mentioned: string[] } }>(
      sql`select name, data from pgboss.job`,
    )
    expect(rows.map(({ name }) => name)).toContain('question.edited/index')
    expect(JSON.stringify(rows)).not.toMatch(/"mentioned":\["/)
  })

  it('leaves out tags that no longer exist', async () => {
    const { id } = await aQuestion(ada, { tags: ['durum', 'emmer'] })
    await edit(id, {})
    const { tag_id } = await site.as().call(getTag, { name: 'durum' })
    const names = { slug_name: 'durum-wheat', display_name: 'Durum wheat' }
    await mia.call(editTag, { tag_id, ...names, original_text: '' })
    await rollBackAs(mia, id, 1, 2)
    const question = await site.as().call(getQuestion, { id })
    expect(question.tags.map((tag) => tag.slug_name)).toEqual(['emmer'])
  })

  it('fails when nothing would change or the version is stale', async () => {
    const { id } = await aQuestion(ada)
    await edit(id, {})
    await expectError(rollBackAs(ada, id, 2, 2), 'rollback.unchanged')
    await expectError(rollBackAs(ada, id, 1, 1), 'edit.conflict')
    await rollBackAs(ada, id, 1, 2)
    await expectError(rollBackAs(ada, id, 1, 3), 'rollback.unchanged')
  })

  it('requires the right to edit without review', async () => {
    const { id } = await aQuestion(ada)
    await edit(id, {})
    await expectError(rollBackAs(ben, id, 1, 2), 'rank.too_low')
    await expectError(rollBackAs(site.as(), id, 1, 2), 'auth.required')
    await mia.call(deleteQuestion, { id })
    await expectError(rollBackAs(ben, id, 1, 2), 'question.not_found')
    await expectError(rollBackAs(mia, id, 1, 2), 'post.deleted')
  })

  it('rejects unpublished revisions and those of other objects', async () => {
    const { id } = await aQuestion(ada)
    const other = await aQuestion(ada)
    await edit(id, {})
    const call = (revision_id: string) =>
      ada.call(rollBack, { object_id: id, revision_id, version: 2 })
    await expectError(call(await revisionIdOf(other.id, 1)), 'revision.not_found')
    await expectError(call('0'), 'revision.not_found')
    await site.db
      .update(revisions)
      .set({ status: 3, version: null })
      .where(and(eq(revisions.objectId, id), eq(revisions.version, 1)))
    const [hidden] = await site.db
      .select()
      .from(revisions)
      .where(and(eq(revisions.objectId, id), eq(revisions.status, 3)))
    await expectError(call(hidden!.id), 'revision.not_found')
  })
})

describe('PUT /revisions/rollback of an answer', () => {
  it('restores the text', async () => {
    const { id: questionId } = await aQuestion(ada)
    const { id } = await anAnswer(ben, questionId, 'The first text.')
    await mia.call(editAnswer, { id, content: 'The second text.', version: 1 })
    await expectError(rollBackAs(ada, id, 1, 2), 'rank.too_low')
    expect(await rollBackAs(ben, id, 1, 2)).toEqual({ url_title: '' })
    const { info } = await site.as().call(getAnswer, { id })
    expect(info).toMatchObject({ content: 'The first text.', version: 3 })
    await expectError(rollBackAs(ben, id, 1, 3), 'rollback.unchanged')
    await ben.call(deleteAnswer, { id })
    await expectError(rollBackAs(ben, id, 2, 3), 'post.deleted')
    await expectError(rollBackAs(ada, id, 2, 3), 'answer.not_found')
  })
})

describe('PUT /revisions/rollback of a tag', () => {
  it('restores names and text, unless another tag has the name', async () => {
    const names = { slug_name: 'sorghum', display_name: 'Sorghum' }
    await mia.call(createTag, { ...names, original_text: 'A grain.' })
    const { tag_id } = await site.as().call(getTag, { name: 'sorghum' })
    const newNames = { slug_name: 'millet', display_name: 'Millet' }
    await mia.call(editTag, { tag_id, ...newNames, original_text: 'Another.' })
    await expectError(rollBackAs(ada, tag_id, 1, 2), 'rank.too_low')
    expect(await rollBackAs(mia, tag_id, 1, 2)).toEqual({ url_title: 'sorghum' })
    expect(await site.as().call(getTag, { id: tag_id })).toMatchObject({
      display_name: 'Sorghum',
      original_text: 'A grain.',
      version: 3,
    })
    await mia.call(createTag, { ...newNames, original_text: '' })
    await expectError(rollBackAs(mia, tag_id, 2, 3), 'tag.already_exists')
    await expectError(rollBackAs(mia, tag_id, 1, 3), 'rollback.unchanged')
  })
})

it('a rollback and an edit at the same time never overwrite each other', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await aQuestion(ada)
    await edit(id, {})
    const results = await Promise.allSettled([
      rollBackAs(ada, id, 1, 2),
      edit(id, { title: 'Concurrent', version: 2 }),
      rollBackAs(mia, id, 1, 2),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { version, title } = await site.as().call(getQuestion, { id })
    const [newest] = await ada.call(listRevisions, { object_id: id })
    expect(newest).toMatchObject({ version: 3, title })
    expect(version).toBe(3)
  }
})
