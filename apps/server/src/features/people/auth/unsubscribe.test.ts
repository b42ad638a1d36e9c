import { activate } from '@stoa/contract/features/accounts'
import { replacePassword, unsubscribe } from '@stoa/contract/features/recovery'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { follows } from '../../../schema/follows.ts'
import { settings } from '../../../schema/settings.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from './accounts.factory.ts'
import { type UnsubscribeKind, unsubscribeUrl } from './unsubscribe.actions.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

async function aSubscriber() {
  const { id } = await aUser(site.ctx)
  const on = { mailsInbox: true, mailsAllQuestions: true, mailsFollowedTags: true }
  await site.db.update(users).set(on).where(eq(users.id, id))
  return id
}

async function codeFor(userId: string, kind: UnsubscribeKind) {
  return new URL(await unsubscribeUrl(site.ctx, userId, kind)).searchParams.get('code') ?? ''
}

async function mailsOf(userId: string) {
  const [user] = await site.ctx.db.select().from(users).where(eq(users.id, userId))
  return [user!.mailsInbox, user!.mailsAllQuestions, user!.mailsFollowedTags]
}

it.each([
  ['inbox', [false, true, true]],
  ['all_questions', [true, false, true]],
  ['followed_tags', [true, true, false]],
] as const)(
  'POST unsubscribe turns off %s and nothing else, and may be repeated',
  async (kind, left) => {
    const [subscriber, other] = [await aSubscriber(), await aSubscriber()]
    const code = await codeFor(subscriber, kind)
    for (let time = 0; time < 2; time++) await site.as().call(unsubscribe, { code })
    expect(await mailsOf(subscriber)).toEqual(left)
    expect(await mailsOf(other)).toEqual([true, true, true])
  },
)

it('POST unsubscribe from digests includes tags that are followed for the digest', async () => {
  const [tagged, other] = [await aSubscriber(), await aSubscriber()]
  const tag = { objectId: '10030000000000001', createdAt: new Date() }
  await site.db.insert(follows).values([
    { ...tag, userId: tagged, level: 'digest' },
    { ...tag, userId: other },
  ])
  for (const id of [tagged, other])
    await site.as().call(unsubscribe, { code: await codeFor(id, 'digest') })
  expect(await mailsOf(tagged)).toEqual([true, true, false])
  expect(await mailsOf(other)).toEqual([true, true, true])
})

it('rejects a code that was forged for another user or kind of mail', async () => {
  const [subscriber, other] = [await aSubscriber(), await aSubscriber()]
  const code = await codeFor(subscriber, 'inbox')
  const signature = code.split('.')[2] ?? ''
  for (const forged of [
    `inbox.${other}.${signature}`,
    `all_questions.${subscriber}.${signature}`,
    `inbox.${subscriber}.`,
    `inbox.${subscriber}`,
    `inbox.${subscriber}.${signature}x`,
    `${code}.x`,
    `__proto__.${subscriber}.${signature}`,
    'x',
  ])
    await expectError(site.as().call(unsubscribe, { code: forged }), 'account.code_expired')
  expect(await mailsOf(other)).toEqual([true, true, true])
})

it('rejects an unsubscribe code for activation and password reset', async () => {
  const code = await codeFor(await aSubscriber(), 'inbox')
  await expectError(site.as().call(activate, { code }), 'account.code_expired')
  const pass = 'a roof of cedar'
  await expectError(site.as().call(replacePassword, { code, pass }), 'account.code_expired')
})

it('signs with a secret that is created once, stored, and never returned', async () => {
  const [first, again] = [await site.ctx.deriveKey('one'), await site.ctx.deriveKey('one')]
  expect(again.equals(first)).toBe(true)
  expect((await site.ctx.deriveKey('another')).equals(first)).toBe(false)
  const [row] = await site.ctx.db.select().from(settings).where(eq(settings.name, 'secret'))
  const secret = String(row!.value['secret'])
  expect(secret).toMatch(/^[\w-]{43}$/)
  for (const url of ['/answer/api/v1/siteinfo', '/answer/api/openapi.json'])
    expect((await site.app.inject(url)).body).not.toContain(secret)
})
