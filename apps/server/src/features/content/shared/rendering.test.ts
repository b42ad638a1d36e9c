import { askQuestion, editQuestion, getQuestion } from '@stoa/contract/features/questions'
import { createTag } from '@stoa/contract/features/tags'
import { renderText } from '@stoa/contract/features/posts'
import type { Endpoint } from '@stoa/contract/endpoint'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'

/** Takes hundreds of milliseconds of CPU time. */
const slow = '!['.repeat(32_000)
const long = 'A sentence with @nobody in it and **markup**.\n\n'.repeat(100)

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

describe('a text that takes too long to render', () => {
  beforeAll(async () => {
    site = await aSite({ env: { STOA_RENDER_TIMEOUT_MS: '10' } })
    ada = await aUser(site.ctx, { role: 'admin' })
  })
  afterAll(() => site.close())

  const question = { title: 'Slow to render', content: slow, tags: [{ slug_name: 'a' }] }
  const tag = { slug_name: 'slow', display_name: 'Slow', original_text: slow }

  it.each<[string, Endpoint, string, object]>([
    ['preview', renderText, 'content', { content: slow }],
    ['question', askQuestion, 'content', question],
    ['new tag of a question', askQuestion, 'tags', { ...question, content: 'a', tags: [tag] }],
    ['tag', createTag, 'original_text', tag],
  ])('is rejected with a field error: %s', async (_name, { method, path: url }, field, payload) => {
    const headers = { authorization: `Bearer ${ada.token}` }
    const response = await site.app.inject({ method, url, headers, payload })
    const envelope = response.json<{ reason: string; data: { error_field: string }[] }>()
    expect(response.statusCode, response.body).toBe(400)
    expect(envelope.reason).toBe('error.text.too_complex')
    expect(envelope.data.map(({ error_field }) => error_field)).toEqual([field])
  })

  it('leaves the post unchanged, and the next text is rendered', async () => {
    const client = site.as(ada.token)
    const { id, title, content } = await aQuestion(client, { title: 'Edited in vain' })
    const edit = { id, title, tags: [{ slug_name: 'bread' }], version: 1 }
    await expectError(client.call(editQuestion, { ...edit, content: slow }), 'text.too_complex')
    expect((await client.call(getQuestion, { id })).content).toBe(content)
    await client.call(editQuestion, { ...edit, content: 'Rendered *again*.' })
    expect((await client.call(getQuestion, { id })).html).toContain('<em>again</em>')
  })
})

describe('a long text', () => {
  beforeAll(async () => {
    site = await aSite()
    ada = await aUser(site.ctx)
  })
  afterAll(() => site.close())

  it('is rendered like a short one', async () => {
    const client = site.as(ada.token)
    const { id } = await aQuestion(client, { content: long })
    const { html } = await client.call(getQuestion, { id })
    expect(html.match(/<strong>markup<\/strong>/g)).toHaveLength(100)
    expect(await client.call(renderText, { content: long })).toBe(html)
  })

  it('is rendered while no transaction is open', async () => {
    const openTransactions: number[] = []
    const { renderer } = site.ctx
    const observed = {
      ...site.ctx,
      renderer: {
        ...renderer,
        async render(...request: Parameters<typeof renderer.render>) {
          openTransactions.push(await countOpenTransactions())
          return await renderer.render(...request)
        },
      },
    }
    let runs = 0
    const html = await transact(observed, async (tx) => {
      runs++
      await tx.execute(sql`select 1 from users for update`)
      return (await tx.render(long, {})).html
    })
    expect(html).toContain('<strong>markup</strong>')
    expect({ runs, openTransactions }).toEqual({ runs: 2, openTransactions: [0] })
  })
})

async function countOpenTransactions() {
  const { rows } = await site.ctx.primary.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
  return rows[0]?.n ?? -1
}
