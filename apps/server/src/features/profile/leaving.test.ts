import { currentUser, login } from '@stoa/contract/features/accounts'
import { getPerson, rankPeople } from '@stoa/contract/features/people'
import { deleteAccount, exportMyData, updateProfile } from '@stoa/contract/features/profile'
import { getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { eq, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { sessions } from '../accounts/accounts.table.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { tags } from '../tags/tags.table.ts'
import { anUpload } from '../uploads/uploads.factory.ts'
import { users } from '../users/users.table.ts'

let site: TestSite
const pass = 'columns of marble'
let passwordHash: string

beforeAll(async () => {
  site = await aSite({ works: true })
  passwordHash = await hashPassword(pass)
})
afterAll(() => site.close())

/** Someone with a password, a profile, a picture and a question. */
async function aMember(tag: string) {
  const person = await aPerson(site.ctx)
  await site.ctx.db.update(users).set({ passwordHash }).where(eq(users.id, person.id))
  const picture = await anUpload(site.ctx, person.id)
  const client = site.as(person.token)
  const { username } = await client.call(updateProfile, {
    bio: `About ${person.id}`,
    location: 'Lyon',
    website: 'https://me.example/',
    avatar: { type: 'custom', custom: picture },
  })
  const question = await aQuestion(client, { tags: [tag, `${tag}-too`] })
  return { ...person, client, username, picture, question }
}

const rowOf = async (id: string) => {
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
  return row!
}
const countOf = async (slug: string) => {
  const [tag] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, slug))
  return tag?.questionCount
}

describe('my data', () => {
  it('is all there is about me, without a secret', async () => {
    const ada = await aMember('export')
    const data = await ada.client.call(exportMyData, {})
    expect(data).toMatchObject({
      site: { name: 'Porch' },
      account: { email: ada.email, bio: `About ${ada.id}`, location: 'Lyon', hasPassword: true },
      sessions: [{ address: '127.0.0.1' }],
      uploads: [{ address: ada.picture, purpose: 'user_avatar' }],
      questions: [{ id: ada.question.id, tags: ['export', 'export-too'] }],
      activities: [{ kind: 'asked', postId: ada.question.id }],
      secondFactors: { authenticatorAppSince: null, passkeys: [] },
    })
    expect(JSON.stringify(data)).not.toMatch(/argon2|tokenHash|token_hash/)
  })

  it('is thought of for every table that knows people', async () => {
    const found = await site.ctx.db.execute<{ name: string }>(sql`
      select conrelid::regclass::text || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`)
    expect(found.rows.map(({ name }) => name)).toEqual([
      'account_codes.user_id',
      'activities.user_id',
      'passkeys.user_id',
      'questions.user_id',
      'recovery_codes.user_id',
      'sessions.user_id',
      'sign_in_challenges.user_id',
      'tags.created_by',
      'totp_secrets.user_id',
      'uploads.user_id',
    ])
  })
})

describe('leaving', () => {
  it('leaves the posts under a name that says nothing', async () => {
    const ada = await aMember('kept')
    await ada.client.call(deleteAccount, { pass, content: 'keep' })
    const question = await site.as().call(getQuestion, { id: ada.question.id })
    expect(question.user_info).toMatchObject({ username: '', avatar: '', status: 'deleted' })
    expect(question.user_info.display_name).toMatch(/^user-[0-9a-f]{6}$/)
    expect(await countOf('kept')).toBe(1)
    await expectError(site.as().call(getPerson, { username: ada.username }), 'user.not_found')
  })

  it('takes the posts along when asked to', async () => {
    const ada = await aMember('taken')
    const other = await aMember('taken')
    expect(await countOf('taken')).toBe(2)
    await ada.client.call(deleteAccount, { pass, content: 'remove' })
    await expectError(site.as().call(getQuestion, { id: ada.question.id }), 'question.not_found')
    const page = await site.as().call(listQuestions, { tag: 'taken' })
    expect(page.list.map(({ id }) => id)).toEqual([other.question.id])
    expect([await countOf('taken'), await countOf('taken-too')]).toEqual([1, 1])
    expect((await rowOf(ada.id)).questionCount).toBe(0)
  })

  it('leaves nothing of the person, ends every session and frees the address', async () => {
    const ada = await aMember('clean')
    await ada.client.call(deleteAccount, { pass, content: 'keep' })
    const row = await rowOf(ada.id)
    expect(row).toMatchObject({
      status: 'deleted',
      email: null,
      passwordHash: null,
      bio: '',
      bioHtml: '',
      website: '',
      location: '',
      avatar: '',
    })
    expect(JSON.stringify(row)).not.toContain(ada.name)
    expect(await ada.client.call(currentUser, {})).toBeNull()
    expect(await site.ctx.db.select().from(sessions).where(eq(sessions.userId, ada.id))).toEqual([])
    await expectError(
      site.as().call(login, { e_mail: ada.email, pass }),
      'account.wrong_credentials',
    )
    const again = await aPerson(site.ctx)
    await site.ctx.db.update(users).set({ email: ada.email }).where(eq(users.id, again.id))
    await untilGone(ada.picture)
  })

  it('asks for the password, or a session that was just started', async () => {
    const ada = await aMember('proof')
    const wrong = [{ content: 'keep' as const }, { content: 'keep' as const, pass: 'not this one' }]
    for (const input of wrong) {
      const refused = await refusalOf(ada.client.call(deleteAccount, input))
      expect(refused).toMatchObject({
        reason: 'error.account.old_password_wrong',
        data: [{ error_field: 'pass' }],
      })
    }
    const ben = await aPerson(site.ctx)
    site.advance(11 * 60_000)
    await expectError(
      site.as(ben.token).call(deleteAccount, { content: 'keep' }),
      'account.sign_in_again',
    )
    const eve = await aPerson(site.ctx)
    expect(await site.as(eve.token).call(deleteAccount, { content: 'keep' })).toBeNull()
  })

  it('is not for the last admin, also when two leave at once (CVE-2023-1541, CVE-2023-1542)', async () => {
    const { access_token } = await site
      .as()
      .call(login, { e_mail: admin.email, pass: admin.password })
    const leaveAs = (token: string, secret?: string) =>
      site.app.inject({
        method: 'POST',
        url: deleteAccount.path,
        headers: { authorization: `Bearer ${token}` },
        payload: { content: 'keep', ...(secret === undefined ? {} : { pass: secret }) },
      })
    expect((await leaveAs(access_token, admin.password)).json()).toMatchObject({
      reason: 'error.account.last_admin',
    })
    const second = await aPerson(site.ctx, { role: 'admin' })
    const replies = await Promise.all([
      leaveAs(access_token, admin.password),
      leaveAs(second.token),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 400,
    ])
  })

  it('takes the person out of the lists at once', async () => {
    const ada = await aMember('listed')
    await site.ctx.db.update(users).set({ reputation: 900 }).where(eq(users.id, ada.id))
    await ada.client.call(updateProfile, { location: 'Here' })
    const names = async () =>
      (await site.as().call(rankPeople, {})).users_with_the_most_reputation.map(
        (one) => one.username,
      )
    expect(await names()).toContain(ada.username)
    await ada.client.call(deleteAccount, { pass, content: 'keep' })
    expect(await names()).not.toContain(ada.username)
  })
})

async function untilGone(address: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await site.app.inject({ url: address })).statusCode === 404) return
    await sleep(50)
  }
  throw new Error(`${address} is still served`)
}
