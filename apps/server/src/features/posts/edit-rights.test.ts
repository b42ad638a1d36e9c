import { editAnswer } from '@stoa/contract/features/answers'
import { addComment, editComment } from '@stoa/contract/features/comments'
import { editQuestion } from '@stoa/contract/features/questions'
import { editTag, getTag } from '@stoa/contract/features/tags'
import type { Endpoint } from '@stoa/contract/endpoint'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
let stranger: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
  stranger = await aPerson(site.ctx)
})
afterAll(() => site.close())

const image = `![x](/uploads/post/${'a'.repeat(32)}.webp)`

/** Edits of a thread's content by someone without the right to them. */
async function refusedEdits() {
  const author = site.as((await aPerson(site.ctx)).token)
  const linked = await aQuestion(author)
  const question = await aQuestion(author, { tags: ['oven'] })
  const answer = await anAnswer(author, question.id)
  const comment = await author.call(addComment, {
    object_id: question.id,
    original_text: 'Which flour?',
  })
  const tag = await author.call(getTag, { name: 'oven' })
  const text = (content: string) => `${content} [x](/questions/${linked.id})`
  const { id, title } = question
  const names = { slug_name: 'oven', display_name: 'Oven' }
  const cases: [Endpoint, (content: string) => object][] = [
    [
      editQuestion,
      (content) => ({
        id,
        title,
        content: text(content),
        tags: [{ slug_name: 'new-tag' }],
        version: 1,
      }),
    ],
    [editAnswer, (content) => ({ id: answer.id, content: text(content), version: 1 })],
    [editComment, (content) => ({ comment_id: comment.comment_id, original_text: content })],
    [editTag, (content) => ({ tag_id: tag.tag_id, ...names, original_text: content })],
  ]
  return cases
}

async function send(endpoint: Endpoint, payload: object) {
  const headers = { authorization: `Bearer ${stranger.token}` }
  const { method, path: url } = endpoint
  const response = await site.app.inject({ method, url, headers, payload })
  const { statusCode: status } = response
  return { status, statements: response.headers['x-sql-count'] }
}

describe('an edit by someone without the right to it', () => {
  it('is refused without waiting for a lock on the content or on what it links to', async () => {
    const cases = await refusedEdits()
    await transact(site.ctx, async (tx) => {
      for (const table of ['questions', 'answers', 'comments', 'tags'])
        await tx.execute(sql`select 1 from ${sql.identifier(table)} for update`)
      for (const [endpoint, toInput] of cases)
        expect(await send(endpoint, toInput('Other words.'))).toMatchObject({ status: 403 })
    })
  })

  it('is refused without rendering the text', async () => {
    // Rendering a text with an image costs a statement: the one that looks the file up.
    for (const [endpoint, toInput] of await refusedEdits()) {
      const plain = await send(endpoint, toInput('Other words.'))
      expect(plain.status).toBe(403)
      expect(await send(endpoint, toInput(image)), endpoint.path).toEqual(plain)
    }
  })
})

describe('a text that is being written', () => {
  it('is rendered before the content is locked', async () => {
    // Whoever renders looks the file up; a lock on the files stops it there.
    const author = site.as((await aPerson(site.ctx)).token)
    const question = await aQuestion(author)
    const answer = await anAnswer(author, question.id)
    const write = { object_id: question.id, original_text: image }
    const comment = await author.call(addComment, { ...write, original_text: 'Which flour?' })
    let edits: Promise<unknown>[] = []
    await transact(site.ctx, async (tx) => {
      await tx.execute(sql`lock table uploads in access exclusive mode`)
      edits = [
        author.call(editAnswer, { id: answer.id, content: image, version: 1 }),
        author.call(editComment, { comment_id: comment.comment_id, original_text: image }),
        author.call(addComment, write),
      ]
      await expect.poll(() => waitingForFiles(), { timeout: 20_000 }).toBe(edits.length)
      for (const table of ['questions', 'answers', 'comments'])
        await tx.execute(sql`select 1 from ${sql.identifier(table)} for update nowait`)
    })
    await Promise.all(edits)
  })
})

async function waitingForFiles() {
  const { rows } = await site.ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_locks where relation = 'uploads'::regclass and not granted`)
  return rows[0]?.n
}
