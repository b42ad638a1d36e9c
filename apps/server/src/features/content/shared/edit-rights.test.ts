import { editAnswer } from '@stoa/contract/features/answers'
import { addComment, editComment } from '@stoa/contract/features/comments'
import { editQuestion } from '@stoa/contract/features/questions'
import { editTag, getTag } from '@stoa/contract/features/tags'
import type { Endpoint } from '@stoa/contract/endpoint'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { anAnswer } from '../answers/answers.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

let site: TestSite
let stranger: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  stranger = await aUser(site.ctx)
})
afterAll(() => site.close())

const image = `![x](/uploads/post/${'a'.repeat(32)}.webp)`

async function forbiddenEdits() {
  const author = site.as((await aUser(site.ctx)).token)
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

describe('an edit without permission', () => {
  it('is rejected without waiting for locks on the content or linked questions', async () => {
    const cases = await forbiddenEdits()
    await transact(site.ctx, async (tx) => {
      for (const table of ['questions', 'answers', 'comments', 'tags'])
        await tx.execute(sql`select 1 from ${sql.identifier(table)} for update`)
      for (const [endpoint, toInput] of cases)
        expect(await send(endpoint, toInput('Other words.'))).toMatchObject({ status: 403 })
    })
  })

  it('is rejected before the text is rendered', async () => {
    // Rendering a text with an image takes one more statement, to find the file.
    for (const [endpoint, toInput] of await forbiddenEdits()) {
      const plain = await send(endpoint, toInput('Other words.'))
      expect(plain.status).toBe(403)
      expect(await send(endpoint, toInput(image)), endpoint.path).toEqual(plain)
    }
  })
})

describe('an edit of a post or comment', () => {
  it('renders the text before locking the content', async () => {
    // Rendering looks up the file, so a lock on uploads stops it there.
    const author = site.as((await aUser(site.ctx)).token)
    const question = await aQuestion(author)
    const answer = await anAnswer(author, question.id)
    const newComment = { object_id: question.id, original_text: image }
    const comment = await author.call(addComment, { ...newComment, original_text: 'Which flour?' })
    let edits: Promise<unknown>[] = []
    await transact(site.ctx, async (tx) => {
      await tx.execute(sql`lock table uploads in access exclusive mode`)
      edits = [
        author.call(editAnswer, { id: answer.id, content: image, version: 1 }),
        author.call(editComment, { comment_id: comment.comment_id, original_text: image }),
        author.call(addComment, newComment),
      ]
      await expect.poll(() => countWaitingForUploads(), { timeout: 20_000 }).toBe(edits.length)
      for (const table of ['questions', 'answers', 'comments'])
        await tx.execute(sql`select 1 from ${sql.identifier(table)} for update nowait`)
    })
    await Promise.all(edits)
  })
})

async function countWaitingForUploads() {
  const { rows } = await site.ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and relation = 'uploads'::regclass and not granted`)
  return rows[0]?.n
}
