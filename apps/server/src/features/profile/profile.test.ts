import { currentUser } from '@stoa/contract/features/accounts'
import { invitePeople, listInvited } from '@stoa/contract/features/invites'
import { getPerson } from '@stoa/contract/features/people'
import {
  getNotificationConfig,
  listPermissions,
  updateInterface,
  updateNotificationConfig,
  updateProfile,
} from '@stoa/contract/features/profile'
import { listQuestions } from '@stoa/contract/features/questions'
import { loginSettings, privilegeSettings, userSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { anUpload } from '../uploads/uploads.factory.ts'
import { users } from '../users/users.table.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>

beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  ada = await aPerson(site.ctx)
})

const me = () => site.as(ada.token)
const change = (value: Parameters<typeof changeSettings<typeof userSettings>>[3]) =>
  transact(site.ctx, (tx) => changeSettings(tx, site.ctx, userSettings, value))
const fieldsOf = async (call: Promise<unknown>) =>
  ((await refusalOf(call)).data as { error_field: string }[]).map(({ error_field }) => error_field)

describe('the profile', () => {
  it('changes what is sent and leaves the rest', async () => {
    await me().call(updateProfile, { bio: 'I bake.', location: 'Lyon' })
    const changed = await me().call(updateProfile, {
      display_name: 'Ada L.',
      username: `Ada.L_${ada.id}`,
      website: 'https://ada.example/about',
    })
    expect(changed.bio_html).toContain('I bake.')
    expect((await me().call(currentUser, {}))?.bio_html).toBe(changed.bio_html)
    expect(changed).toMatchObject({
      display_name: 'Ada L.',
      username: `ada.l_${ada.id}`,
      website: 'https://ada.example/about',
      bio: 'I bake.',
      location: 'Lyon',
    })
    expect(await me().call(currentUser, {})).toMatchObject({ display_name: 'Ada L.' })
    const cleared = await me().call(updateProfile, { bio: '', website: '', location: '' })
    expect(cleared).toMatchObject({ bio: '', website: '', location: '' })
  })

  it('turns the text about a person into safe HTML (CVE-2023-1245)', async () => {
    const bio =
      '**Hi** <script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>'
    const { username } = await me().call(updateProfile, { bio })
    const { bio_html } = await site.as().call(getPerson, { username })
    expect(bio_html).toContain('<strong>Hi</strong>')
    expect(bio_html).not.toMatch(/<script|="javascript:|onerror=/)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://x.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://files.example/',
    '//no-scheme.example',
    'not an address',
    'https://',
    'http://localhost/',
    '\u0001javascript:alert(1)',
  ])('refuses %j as a website (CVE-2024-29217)', async (website) => {
    const refused = await refusalOf(me().call(updateProfile, { website }))
    expect(refused.data).toEqual([
      { error_field: 'website', error_msg: 'This is not a web address.' },
    ])
  })

  it('keeps a website in its plain form', async () => {
    const website = " HTTPS://Ada.Example/a b \"onmouseover='x' "
    const changed = await me().call(updateProfile, { website })
    expect(changed.website).toBe("https://ada.example/a%20b%20%22onmouseover='x'")
  })

  it.each([
    ['display_name', { display_name: 'Someone Else' }],
    ['username', { username: 'someone-else' }],
    ['bio', { bio: 'Other words.' }],
    ['website', { website: 'https://other.example/' }],
    ['location', { location: 'Elsewhere' }],
    ['avatar', { avatar: { type: 'system' as const } }],
  ])('refuses a change of %s where the site forbids it', async (field, wish) => {
    await change({ [`allow_update_${field}`]: false })
    const before = await me().call(currentUser, {})
    const refused = await refusalOf(me().call(updateProfile, wish))
    expect(refused).toMatchObject({
      status: 400,
      reason: 'error.user.field_locked',
      data: [{ error_field: field }],
    })
    expect(await me().call(currentUser, {})).toEqual(before)
    await change({ [`allow_update_${field}`]: true })
  })

  it('takes a form whose locked fields were left as they are', async () => {
    const { display_name, username } = await me().call(updateProfile, {})
    await change({ allow_update_username: false, allow_update_display_name: false })
    const changed = await me().call(updateProfile, { display_name, username, location: 'Here' })
    expect(changed.location).toBe('Here')
    await change({ allow_update_username: true, allow_update_display_name: true })
  })

  it('says the first thing that is wrong beside its field', async () => {
    const call = me().call(updateProfile, {
      display_name: 'x',
      bio: 'y'.repeat(4097),
      rank: 9,
    } as never)
    expect(await fieldsOf(call)).toEqual(['display_name', 'bio', 'rank'])
  })
})

describe('a username', () => {
  it.each([
    'a',
    'ada lovelace',
    'ada/..',
    '..',
    '--',
    'settings',
    'login',
    'admin',
    'Root',
    'ädä',
    'a@b',
  ])('cannot be %j', async (username) =>
    expect(await fieldsOf(me().call(updateProfile, { username }))).toEqual(['username']),
  )

  it('belongs to one person, however it is written', async () => {
    await me().call(updateProfile, { username: 'only-one' })
    const ben = await aPerson(site.ctx)
    await expectError(
      site.as(ben.token).call(updateProfile, { username: 'ONLY-one' }),
      'user.username_taken',
    )
  })

  it('goes to one of two hundred who want it at once', async () => {
    const people = await Promise.all(Array.from({ length: 200 }, () => aPerson(site.ctx)))
    const replies = await Promise.all(
      people.map(({ token }) =>
        site.app.inject({
          method: 'PUT',
          url: updateProfile.path,
          headers: { authorization: `Bearer ${token}` },
          payload: { username: 'the-prize' },
        }),
      ),
    )
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200).length).toBe(1)
    expect(statuses.filter((status) => status === 400).length).toBe(199)
  })

  it('from before the rule keeps working', async () => {
    const old = `张伟-${'x'.repeat(28)}-${ada.id}`
    await site.ctx.db.update(users).set({ username: old }).where(eq(users.id, ada.id))
    const kept = await me().call(updateProfile, { username: old, location: 'Lyon' })
    expect(kept).toMatchObject({ username: old, location: 'Lyon' })
    expect((await site.as().call(getPerson, { username: old })).id).toBe(ada.id)
    const { id } = await aQuestion(me(), { title: 'Where does rye grow?' })
    const listed = await site.as().call(listQuestions, { username: old })
    expect(listed.list.map((question) => question.id)).toEqual([id])
    const mia = await aPerson(site.ctx, { role: 'moderator' })
    const asked = await aQuestion(site.as(mia.token))
    await site.as(mia.token).call(invitePeople, { id: asked.id, invite_user: [old] })
    const invited = await site.as().call(listInvited, { id: asked.id })
    expect(invited.map(({ username }) => username)).toEqual([old])
  })

  it.each([
    ['username', { username: 'admin1' }],
    ['display_name', { display_name: 'Site Аdmin' }],
    ['display_name', { display_name: '管理员' }],
  ])('and a display name that look like staff are for staff: %s %j', async (field, wish) => {
    const refused = await refusalOf(me().call(updateProfile, wish))
    expect(refused).toMatchObject({
      reason: 'error.user.name_reserved',
      data: [{ error_field: field }],
    })
    const mia = await aPerson(site.ctx, { role: 'moderator' })
    expect(await site.as(mia.token).call(updateProfile, wish)).toMatchObject(wish)
  })

  it('may look official for staff', async () => {
    const mia = await aPerson(site.ctx, { role: 'moderator' })
    expect((await site.as(mia.token).call(updateProfile, { username: 'support' })).username).toBe(
      'support',
    )
    expect(await fieldsOf(site.as(mia.token).call(updateProfile, { username: 'login' }))).toEqual([
      'username',
    ])
  })
})

describe('the picture of a person', () => {
  it('is drawn from the name until they choose another', async () => {
    expect(await me().call(currentUser, {})).toMatchObject({ avatar: '', avatar_type: '' })
    const custom = await anUpload(site.ctx, ada.id)
    const changed = await me().call(updateProfile, { avatar: { type: 'custom', custom } })
    expect(changed).toMatchObject({ avatar: custom, avatar_type: 'custom' })
    const back = await me().call(updateProfile, { avatar: { type: 'system' } })
    expect(back).toMatchObject({ avatar: '', avatar_type: 'system' })
  })

  it('is an upload of this person and never an address (CVE-2026-34031)', async () => {
    const ben = await aPerson(site.ctx)
    const theirs = await anUpload(site.ctx, ben.id)
    const mine = await anUpload(site.ctx, ada.id)
    const wishes = [
      theirs,
      'https://elsewhere.example/me.png',
      `https://elsewhere.example${mine}`,
      `//elsewhere.example${mine}`,
      mine.replace('/uploads/', ''),
      `${mine}?x=1`,
      '/uploads/avatars/../avatars/x.webp',
      '/answer/api/v1/user/logout',
      '',
    ]
    for (const custom of wishes) {
      const refused = await refusalOf(
        me().call(updateProfile, { avatar: { type: 'custom', custom } }),
      )
      expect(refused.reason, custom).toBe('error.user.avatar_refused')
    }
    expect(await me().call(currentUser, {})).toMatchObject({ avatar: '' })
  })

  it('comes from Gravatar only where the admin and the person want it (CVE-2024-40761)', async () => {
    const follow = (url: string, token?: string) =>
      site.app.inject({
        url,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    const gate = (login_required: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, site.ctx, loginSettings, { login_required }))
    await expectError(
      me().call(updateProfile, { avatar: { type: 'gravatar' } }),
      'user.gravatar_off',
    )
    await change({ default_avatar: 'gravatar', gravatar_base_url: 'https://pictures.example/a' })
    expect((await follow(`/avatars/${ada.id}`)).statusCode).toBe(404)

    const { avatar, username } = await me().call(updateProfile, { avatar: { type: 'gravatar' } })
    expect(avatar).toBe(`/avatars/${ada.id}`)
    const hash = createHash('sha256').update(ada.email.toLowerCase()).digest('hex')
    expect(JSON.stringify(await site.as().call(getPerson, { username }))).not.toContain(hash)
    const sent = await follow(avatar)
    expect(sent.statusCode).toBe(302)
    expect(sent.headers.location).toBe(`https://pictures.example/a/${hash}?s=320&d=identicon`)

    await gate(true)
    expect((await follow(avatar)).statusCode).toBe(401)
    expect((await follow(avatar)).headers.location).toBeUndefined()
    expect((await follow(avatar, ada.token)).statusCode).toBe(302)
    await gate(false)

    await change({ default_avatar: 'system' })
    expect((await follow(avatar)).statusCode).toBe(404)
    for (const id of ['0', 'x', '1%20or%201=1', '999999999999999999']) {
      expect((await follow(`/avatars/${id}`)).statusCode, id).toBe(404)
    }
  })
})

describe('the interface', () => {
  it('keeps language, colours and time zone', async () => {
    await me().call(updateInterface, {
      language: 'ar',
      color_scheme: 'dark',
      time_zone: 'Asia/Tokyo',
    })
    const chosen = { language: 'ar', color_scheme: 'dark', time_zone: 'Asia/Tokyo' }
    expect(await me().call(currentUser, {})).toMatchObject(chosen)
    await me().call(updateInterface, { language: 'Default', color_scheme: 'default' })
    const back = { language: 'Default', color_scheme: 'default', time_zone: 'Asia/Tokyo' }
    expect(await me().call(currentUser, {})).toMatchObject(back)
  })

  it('refuses what it does not know', async () => {
    const usual = { language: 'en_US', color_scheme: 'light' as const }
    expect(await fieldsOf(me().call(updateInterface, { ...usual, language: 'tlh' }))).toEqual([
      'language',
    ])
    for (const time_zone of ['Mars/Olympus', '+05:30', 'UTC; drop table users', '../UTC']) {
      expect(await fieldsOf(me().call(updateInterface, { ...usual, time_zone }))).toEqual([
        'time_zone',
      ])
    }
    const wrong = { ...usual, color_scheme: 'sepia' as never }
    expect(await fieldsOf(me().call(updateInterface, wrong))).toEqual(['color_scheme'])
  })
})

describe('what is told by mail', () => {
  const mail = (enable: boolean) => ({ key: 'email' as const, enable })

  it('is the inbox at first, and then whatever was chosen', async () => {
    expect(await me().call(getNotificationConfig, {})).toEqual({
      inbox: mail(true),
      all_new_question: mail(false),
      all_new_question_for_following_tags: mail(false),
    })
    const chosen = {
      inbox: mail(false),
      all_new_question: mail(true),
      all_new_question_for_following_tags: mail(true),
    }
    await me().call(updateNotificationConfig, chosen)
    expect(await me().call(getNotificationConfig, {})).toEqual(chosen)
  })
})

describe('permissions', () => {
  const ask = (token: string, action: string) => site.as(token).call(listPermissions, { action })

  it('say what one may do and what is missing', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, site.ctx, privilegeSettings, { level: 2 }))
    expect(
      await ask(ada.token, 'question.add, tag.synonym,question.delete,admin.access,nonsense'),
    ).toEqual({
      'question.add': { has_permission: true, no_permission_tip: '' },
      'tag.synonym': {
        has_permission: false,
        no_permission_tip: expect.stringContaining('10,000') as string,
      },
      'question.delete': { has_permission: false, no_permission_tip: expect.any(String) as string },
      'admin.access': { has_permission: false, no_permission_tip: expect.any(String) as string },
      nonsense: { has_permission: false, no_permission_tip: expect.any(String) as string },
    })
  })

  it('follow the role', async () => {
    const mia = await aPerson(site.ctx, { role: 'moderator' })
    const rut = await aPerson(site.ctx, { role: 'admin' })
    const actions = 'tag.synonym,question.delete,admin.access,constructor'
    const granted = async (token: string) =>
      Object.entries(await ask(token, actions)).flatMap(([name, { has_permission }]) =>
        has_permission ? [name] : [],
      )
    expect(await granted(ada.token)).toEqual([])
    expect(await granted(mia.token)).toEqual(['tag.synonym', 'question.delete'])
    expect(await granted(rut.token)).toEqual(['tag.synonym', 'question.delete', 'admin.access'])
  })
})
