import { currentUser } from '@stoa/contract/features/accounts'
import { inviteUsers, listInvited } from '@stoa/contract/features/invites'
import { getUser } from '@stoa/contract/features/profiles'
import {
  getNotificationConfig,
  listPermissions,
  updateInterface,
  updateNotificationConfig,
  updateProfile,
} from '@stoa/contract/features/profile-settings'
import { listQuestions } from '@stoa/contract/features/questions'
import { loginSettings, privilegeSettings, userSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { anUpload } from '../../content/uploads/uploads.factory.ts'
import { users } from '../../../schema/users.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  ada = await aUser(site.ctx)
})

const me = () => site.as(ada.token)
const changeSetting = (value: Parameters<typeof changeSettings<typeof userSettings>>[2]) =>
  transact(site.ctx, (tx) => changeSettings(tx, userSettings, value))
const fieldsOf = async (call: Promise<unknown>) =>
  ((await rejectionOf(call)).data as { error_field: string }[]).map(
    ({ error_field }) => error_field,
  )

describe('PUT /user/info', () => {
  it('changes only the fields that are sent', async () => {
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

  it('renders the bio as safe HTML (CVE-2023-1245)', async () => {
    const bio =
      '**Hi** <script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>'
    const { username } = await me().call(updateProfile, { bio })
    const { bio_html } = await site.as().call(getUser, { username })
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
    'not a url',
    'https://',
    'http://localhost/',
    '\u0001javascript:alert(1)',
  ])('rejects %j as a website (CVE-2024-29217)', async (website) => {
    const rejected = await rejectionOf(me().call(updateProfile, { website }))
    expect(rejected.data).toEqual([{ error_field: 'website', error_msg: 'Enter a valid URL.' }])
  })

  it('normalizes the website', async () => {
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
  ])('rejects a change of %s when it is not allowed', async (field, input) => {
    await changeSetting({ [`allow_update_${field}`]: false })
    const previous = await me().call(currentUser, {})
    const rejected = await rejectionOf(me().call(updateProfile, input))
    expect(rejected).toMatchObject({
      status: 400,
      reason: 'error.user.field_locked',
      data: [{ error_field: field }],
    })
    expect(await me().call(currentUser, {})).toEqual(previous)
    await changeSetting({ [`allow_update_${field}`]: true })
  })

  it('accepts locked fields that are unchanged', async () => {
    const { display_name, username } = await me().call(updateProfile, {})
    await changeSetting({ allow_update_username: false, allow_update_display_name: false })
    const changed = await me().call(updateProfile, { display_name, username, location: 'Here' })
    expect(changed.location).toBe('Here')
    await changeSetting({ allow_update_username: true, allow_update_display_name: true })
  })

  it('returns one error per invalid field', async () => {
    const call = me().call(updateProfile, {
      display_name: 'x',
      bio: 'y'.repeat(4097),
      rank: 9,
    } as never)
    expect(await fieldsOf(call)).toEqual(['display_name', 'bio', 'rank'])
  })
})

describe('username', () => {
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
  ])('rejects %j', async (username) =>
    expect(await fieldsOf(me().call(updateProfile, { username }))).toEqual(['username']),
  )

  it('is unique, ignoring case', async () => {
    await me().call(updateProfile, { username: 'only-one' })
    const ben = await aUser(site.ctx)
    await expectError(
      site.as(ben.token).call(updateProfile, { username: 'ONLY-one' }),
      'user.username_taken',
    )
  })

  it('goes to one of 200 concurrent requests', async () => {
    const claimants = await Promise.all(Array.from({ length: 200 }, () => aUser(site.ctx)))
    const responses = await Promise.all(
      claimants.map(({ token }) =>
        site.app.inject({
          method: 'PUT',
          url: updateProfile.path,
          headers: { authorization: `Bearer ${token}` },
          payload: { username: 'the-prize' },
        }),
      ),
    )
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200).length).toBe(1)
    expect(statuses.filter((status) => status === 400).length).toBe(199)
  })

  it('older than the current rules keeps working', async () => {
    const old = `张伟-${'x'.repeat(28)}-${ada.id}`
    await site.db.update(users).set({ username: old }).where(eq(users.id, ada.id))
    const updated = await me().call(updateProfile, { username: old, location: 'Lyon' })
    expect(updated).toMatchObject({ username: old, location: 'Lyon' })
    expect((await site.as().call(getUser, { username: old })).id).toBe(ada.id)
    const { id } = await aQuestion(me(), { title: 'Where does rye grow?' })
    const listed = await site.as().call(listQuestions, { username: old })
    expect(listed.list.map((question) => question.id)).toEqual([id])
    const mia = await aUser(site.ctx, { role: 'moderator' })
    const question = await aQuestion(site.as(mia.token))
    await site.as(mia.token).call(inviteUsers, { id: question.id, invite_user: [old] })
    const invited = await site.as().call(listInvited, { id: question.id })
    expect(invited.map(({ username }) => username)).toEqual([old])
  })

  it.each([
    ['username', { username: 'admin1' }],
    ['display_name', { display_name: 'Site Аdmin' }],
    ['display_name', { display_name: '管理员' }],
  ])('that looks official is for staff, and so is a display name: %s %j', async (field, input) => {
    const rejected = await rejectionOf(me().call(updateProfile, input))
    expect(rejected).toMatchObject({
      reason: 'error.user.name_reserved',
      data: [{ error_field: field }],
    })
    const mia = await aUser(site.ctx, { role: 'moderator' })
    expect(await site.as(mia.token).call(updateProfile, input)).toMatchObject(input)
  })

  it('may look official for staff, but not be a route', async () => {
    const mia = await aUser(site.ctx, { role: 'moderator' })
    expect((await site.as(mia.token).call(updateProfile, { username: 'support' })).username).toBe(
      'support',
    )
    expect(await fieldsOf(site.as(mia.token).call(updateProfile, { username: 'login' }))).toEqual([
      'username',
    ])
  })
})

describe('avatar', () => {
  it('is generated from the name by default', async () => {
    expect(await me().call(currentUser, {})).toMatchObject({ avatar: '', avatar_type: '' })
    const custom = await anUpload(site.ctx, ada.id)
    const changed = await me().call(updateProfile, { avatar: { type: 'custom', custom } })
    expect(changed).toMatchObject({ avatar: custom, avatar_type: 'custom' })
    const back = await me().call(updateProfile, { avatar: { type: 'system' } })
    expect(back).toMatchObject({ avatar: '', avatar_type: 'system' })
  })

  it('has to be an upload of the same user (CVE-2026-34031)', async () => {
    const ben = await aUser(site.ctx)
    const theirs = await anUpload(site.ctx, ben.id)
    const mine = await anUpload(site.ctx, ada.id)
    const urls = [
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
    for (const custom of urls) {
      const rejected = await rejectionOf(
        me().call(updateProfile, { avatar: { type: 'custom', custom } }),
      )
      expect(rejected.reason, custom).toBe('error.user.avatar_refused')
    }
    expect(await me().call(currentUser, {})).toMatchObject({ avatar: '' })
  })

  it('comes from Gravatar only when both the admin and the user enable it (CVE-2024-40761)', async () => {
    const follow = (url: string, token?: string) =>
      site.app.inject({
        url,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    const setLoginRequired = (login_required: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { login_required }))
    await expectError(
      me().call(updateProfile, { avatar: { type: 'gravatar' } }),
      'user.gravatar_off',
    )
    await changeSetting({
      default_avatar: 'gravatar',
      gravatar_base_url: 'https://pictures.example/a',
    })
    expect((await follow(`/avatars/${ada.id}`)).statusCode).toBe(404)

    const { avatar, username } = await me().call(updateProfile, { avatar: { type: 'gravatar' } })
    expect(avatar).toBe(`/avatars/${ada.id}`)
    const hash = createHash('sha256').update(ada.email.toLowerCase()).digest('hex')
    expect(JSON.stringify(await site.as().call(getUser, { username }))).not.toContain(hash)
    const sent = await follow(avatar)
    expect(sent.statusCode).toBe(302)
    expect(sent.headers.location).toBe(`https://pictures.example/a/${hash}?s=320&d=identicon`)

    await setLoginRequired(true)
    expect((await follow(avatar)).statusCode).toBe(401)
    expect((await follow(avatar)).headers.location).toBeUndefined()
    expect((await follow(avatar, ada.token)).statusCode).toBe(302)
    await setLoginRequired(false)

    await changeSetting({ default_avatar: 'system' })
    expect((await follow(avatar)).statusCode).toBe(404)
    for (const id of ['0', 'x', '1%20or%201=1', '999999999999999999']) {
      expect((await follow(`/avatars/${id}`)).statusCode, id).toBe(404)
    }
  })
})

describe('PUT /user/interface', () => {
  it('saves language, theme and time zone', async () => {
    await me().call(updateInterface, {
      language: 'ar',
      color_scheme: 'dark',
      time_zone: 'Asia/Tokyo',
    })
    const choices = { language: 'ar', color_scheme: 'dark', time_zone: 'Asia/Tokyo' }
    expect(await me().call(currentUser, {})).toMatchObject(choices)
    await me().call(updateInterface, { language: 'Default', color_scheme: 'default' })
    const back = { language: 'Default', color_scheme: 'default', time_zone: 'Asia/Tokyo' }
    expect(await me().call(currentUser, {})).toMatchObject(back)
  })

  it('rejects unknown values', async () => {
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

describe('email notifications', () => {
  const email = (enable: boolean) => ({ key: 'email' as const, enable })

  it('default to the inbox, and can be changed', async () => {
    expect(await me().call(getNotificationConfig, {})).toEqual({
      inbox: email(true),
      all_new_question: email(false),
      all_new_question_for_following_tags: email(false),
    })
    const choices = {
      inbox: email(false),
      all_new_question: email(true),
      all_new_question_for_following_tags: email(true),
    }
    await me().call(updateNotificationConfig, choices)
    expect(await me().call(getNotificationConfig, {})).toEqual(choices)
  })
})

describe('GET /permission', () => {
  const permissions = (token: string, action: string) =>
    site.as(token).call(listPermissions, { action })

  it('returns what is allowed and the missing reputation', async () => {
    await transact(site.ctx, (tx) => changeSettings(tx, privilegeSettings, { level: 2 }))
    expect(
      await permissions(
        ada.token,
        'question.add, tag.synonym,question.delete,admin.access,nonsense',
      ),
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

  it('depends on the role', async () => {
    const mia = await aUser(site.ctx, { role: 'moderator' })
    const rut = await aUser(site.ctx, { role: 'admin' })
    const actions = 'tag.synonym,question.delete,admin.access,constructor'
    const granted = async (token: string) =>
      Object.entries(await permissions(token, actions)).flatMap(([name, { has_permission }]) =>
        has_permission ? [name] : [],
      )
    expect(await granted(ada.token)).toEqual([])
    expect(await granted(mia.token)).toEqual(['tag.synonym', 'question.delete'])
    expect(await granted(rut.token)).toEqual(['tag.synonym', 'question.delete', 'admin.access'])
  })
})
