import { login, register } from '@stoa/contract/features/accounts'
import { askQuestion } from '@stoa/contract/features/questions'
import { writeSettings } from '@stoa/contract/settings/writing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, aSite, expectError, type TestSite } from '../../test/site.ts'
import { aUser } from '../features/people/auth/accounts.factory.ts'
import { questions } from '../schema/posts.ts'
import { idempotencyKeys } from '../schema/idempotency.ts'
import { idempotencyListeners } from './idempotency.ts'
import { changeSettings } from './settings.ts'
import { transact } from './transact.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let ben: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  ben = await aUser(site.ctx, { name: 'Ben' })
})
afterAll(() => site.close())

const aQuestionOf = (title: string) => ({
  title,
  content: 'Words.',
  tags: [{ slug_name: 'bread' }],
})
const ask = (token: string, title: string, idempotencyKey: string) =>
  site.as(token).call(askQuestion, aQuestionOf(title), { idempotencyKey })
const countOf = async (title: string) =>
  (await site.ctx.db.select().from(questions).where(eq(questions.title, title))).length

describe('an Idempotency-Key', () => {
  it('gives fifty concurrent requests one effect and one response', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => ask(ada.token, 'Asked once', 'key-of-ada-1')),
    )
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(await countOf('Asked once')).toBe(1)
  })

  it('rejects a different request with the same key', async () => {
    await ask(ada.token, 'The first', 'key-of-ada-2')
    await expectError(ask(ada.token, 'Another', 'key-of-ada-2'), 'base.idempotency_mismatch')
    expect(await countOf('Another')).toBe(0)
  })

  it('is scoped to the user', async () => {
    const ofAda = await ask(ada.token, 'Shared words', 'a-common-key')
    const ofBen = await ask(ben.token, 'Shared words', 'a-common-key')
    expect(ofBen.id).not.toBe(ofAda.id)
    expect(ofBen.user_info.username).toBe('ben')
  })

  it('does not store a rejection, so that the request can be retried', async () => {
    const reserve = (reserved_tags: string[]) =>
      transact(site.ctx, (tx) => changeSettings(tx, writeSettings, { reserved_tags }))
    await reserve(['bread'])
    await expectError(ask(ada.token, 'Refused first', 'key-of-ada-3'), 'tag.reserved')
    await reserve([])
    expect((await ask(ada.token, 'Refused first', 'key-of-ada-3')).title).toBe('Refused first')
    expect(await countOf('Refused first')).toBe(1)
  })

  it.each(['short', 'x'.repeat(129)])('is rejected with a wrong length: %s', async (key) => {
    await expectError(ask(ada.token, 'Odd key', key), 'base.request_format_error')
  })

  it('works without a session', async () => {
    const input = { name: 'Cleo', e_mail: 'cleo@example.org', pass: 'columns of marble' }
    const options = { idempotencyKey: 'key-of-nobody-1' }
    const first = await site.as().call(register, input, options)
    expect(await site.as().call(register, input, options)).toEqual(first)
    const { rows } = await site.ctx.db.execute(
      sql`select data ->> 'userId' from pgboss.job where name like 'account.%'`,
    )
    expect(rows.length).toBe(1)
  })

  it('stores responses that are readable only with the key', async () => {
    const input = { e_mail: admin.email, pass: admin.password }
    const options = { idempotencyKey: 'key-for-a-login-1' }
    const first = await site.as().call(login, input, options)
    const second = await site.as().call(login, input, options)
    expect(second.access_token).toBe(first.access_token)
    const stored = JSON.stringify(await site.ctx.db.select().from(idempotencyKeys))
    for (const secret of [first.access_token, options.idempotencyKey, admin.email])
      expect(stored).not.toContain(secret)
    for (const { encryptedResponse } of await site.ctx.db.select().from(idempotencyKeys)) {
      const text = Buffer.from(encryptedResponse ?? '', 'base64').toString('latin1')
      expect(text).not.toContain(first.access_token)
    }
  })

  it('expires after a day', async () => {
    await ask(ada.token, 'Long ago', 'key-of-ada-4')
    site.advance(25 * 3_600_000)
    const [listener] = idempotencyListeners
    await listener?.run(site.ctx)
    expect(await site.ctx.db.select().from(idempotencyKeys)).toEqual([])
  })
})
