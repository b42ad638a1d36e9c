import { JsonStream } from '@stoa/contract/json-stream'
import { exportMyData } from '@stoa/contract/features/profile-settings'
import { sql } from 'drizzle-orm'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { exportLists } from '../../../features.ts'
import { currentScope, withScope } from '../../../kernel/request-scope.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { mailLog } from '../../../schema/mail.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { exportUser } from './export.ts'

type User = Awaited<ReturnType<typeof aUser>>
let site: TestSite

beforeAll(async () => {
  site = await aSite()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => site.close())

const textLength = 50_000

/** A user with this many revisions of a question, 50 KB each. */
async function anAuthor(revisions: number) {
  const user = await aUser(site.ctx)
  const { id } = await aQuestion(site.as(user.token))
  await site.db.execute(sql`
    insert into revisions (object_id, version, user_id, title, original_text, status, created_at)
    select ${id}::bigint, n + 1, ${user.id}::bigint, 'Version ' || n, repeat('x', ${textLength}), 2, now()
    from generate_series(1, ${revisions}::int) n`)
  return user
}

const titlesUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => `Version ${index + 1}`)
const titlesIn = (data: Record<string, unknown>) =>
  (data['versions'] as { title: string }[])
    .map(({ title }) => title)
    .filter((title) => title.startsWith('Version'))

const actorOf = ({ id }: User) => ({
  id,
  roleId: 1 as const,
  reputation: 1,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
})

/** Returns the data, the length of the longest chunk and the SQL count at each chunk. */
async function readExport(user: User) {
  return await withScope('export', async () => {
    const { chunks } = await exportUser(site.ctx, actorOf(user), exportLists)
    const statements: number[] = []
    let text = ''
    let maxLength = 0
    for await (const chunk of chunks) {
      text += chunk
      maxLength = Math.max(maxLength, chunk.length)
      statements.push(currentScope()?.sqlCount ?? 0)
    }
    return { data: JSON.parse(text) as Record<string, unknown>, maxLength, statements }
  })
}

describe('GET /user/data', () => {
  it('reads batches while streaming, one statement each', async () => {
    const few = await readExport(await anAuthor(10))
    const many = await readExport(await anAuthor(410))
    expect(titlesIn(few.data)).toEqual(titlesUpTo(10))
    expect(titlesIn(many.data)).toEqual(titlesUpTo(410))
    // Batches of 40: 11 statements instead of 1.
    expect(many.statements.at(-1)! - few.statements.at(-1)!).toBe(10)
    expect(few.statements.at(-1)).toBe(41)
    // At most one batch is in memory, and none is read ahead.
    expect(many.maxLength).toBeLessThan(41 * textLength)
    for (const [index, count] of many.statements.entries())
      if (index > 0) expect(count - many.statements[index - 1]!).toBeLessThanOrEqual(1)
  })

  it('is complete JSON over HTTP', async () => {
    const { token } = await anAuthor(100)
    const data = await site.as(token).call(exportMyData, {})
    expect(titlesIn(data)).toEqual(titlesUpTo(100))
    expect(data).toMatchObject({ account: { hasPassword: false }, questions: [{}], votes: [] })
  })

  it('runs once at a time per user, and can be restarted after it was canceled', async () => {
    const user = await anAuthor(200)
    const { token } = user
    const { port } = site.app.server.address() as AddressInfo
    const headers = { authorization: `Bearer ${token}` }
    const first = await fetch(`http://127.0.0.1:${port}${exportMyData.path}`, { headers })
    const reader = first.body!.getReader()
    expect((await reader.read()).done).toBe(false)
    await expectError(site.as(token).call(exportMyData, {}), 'base.duplicate_request')
    const other = await anAuthor(1)
    await site.as(other.token).call(exportMyData, {})
    await reader.cancel()
    const again = async () => await readExport(user).then(({ data }) => titlesIn(data), String)
    await expect.poll(again, { timeout: 15_000 }).toEqual(titlesUpTo(200))
  })

  it('has no mails to an email that is not confirmed', async () => {
    const [owner, claimer] = [await aUser(site.ctx), await aUser(site.ctx, { isActivated: false })]
    const mail = { kind: 'reset', subject: 'Reset your password', status: 'sent' as const }
    for (const { email } of [owner, claimer])
      await site.db.insert(mailLog).values({ ...mail, recipient: email, createdAt: new Date() })
    const mailsOf = async ({ token }: User) =>
      (await site.as(token).call(exportMyData, {}))['mails']
    expect(await mailsOf(owner)).toMatchObject([{ subject: mail.subject }])
    expect(await mailsOf(claimer)).toEqual([])
  })

  it('is a stream for in-process callers', async () => {
    const user = await aUser(site.ctx)
    const exported = await exportUser(site.ctx, actorOf(user), exportLists)
    expect(exported).toBeInstanceOf(JsonStream)
    for await (const chunk of exported.chunks) expect(typeof chunk).toBe('string')
  })
})
