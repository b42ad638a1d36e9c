import { apiPrefix, type Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { login } from '@stoa/contract/features/accounts'
import { startConnector, unlinkConnector } from '@stoa/contract/features/connectors'
import { changeRole, getUserCenterAgent, setPassword } from '@stoa/contract/features/people'
import { changePassword } from '@stoa/contract/features/recovery'
import {
  getUserBranding,
  getUserCenter,
  getUserCenterSettings,
} from '@stoa/contract/features/user-center'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aConnector, anExternalUser, fromAnywhere, signInAt } from '../../../../test/connectors.ts'
import { callFromNewIp } from '../../../../test/accounts.ts'
import { aPackage } from '../../../../test/plugins.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { plugins } from '../../../schema/plugins.ts'
import { sendPackage } from '../../admin/plugins/plugins.factory.ts'
import { setEnabled } from '../../admin/plugins/plugins.actions.ts'
import { aUser } from '../auth/accounts.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
  await aConnector(site, {
    slug: 'company',
    label: 'Acme',
    setsRoles: true,
    connector: { icon: 'logo.svg' },
    userCenter: {
      keepsPasswordLogin: 'setting:passwords',
      displayName: 'Acme account',
      url: 'https://acme.example',
      signUpUrl: 'setting:sign_up',
      profileUrl: 'https://acme.example/profile',
      accountUrl: 'setting:account',
      controlCenter: [
        { name: 'team', label: 'My team', url: 'https://acme.example/team' },
        { name: 'empty', label: 'Nowhere', url: 'setting:account' },
      ],
      branding: true,
    },
    manifest: {
      assets: ['logo.svg'],
      settings: [
        { name: 'passwords', type: 'switch', title: 'Passwords' },
        { name: 'sign_up', type: 'input', title: 'Sign up' },
        { name: 'account', type: 'input', title: 'Account' },
      ],
    },
  })
})
afterAll(() => site.close())

const configure = async (settings: Record<string, string | boolean>) => {
  await site.db.update(plugins).set({ settings }).where(eq(plugins.slug, 'company'))
  await site.ctx.plugins.reload()
}
const setCenter = (enabled: boolean) =>
  transact(site.ctx, (tx) => setEnabled(tx, { slug: 'company', enabled }, null))

describe('GET /user-center/agent', () => {
  it('describes the plugin from memory', async () => {
    await configure({ passwords: false })
    const response = await site.app.inject({ url: getUserCenter.path })
    expect(response.headers['x-sql-count']).toBe('0')
    const loginUrl = `http://localhost:3000${apiPrefix}/connector/login/company`
    expect(await site.as().call(getUserCenter, {})).toEqual({
      enabled: true,
      agent_info: {
        name: 'company',
        display_name: 'Acme account',
        icon: expect.stringMatching(/logo\.svg$/) as string,
        url: 'https://acme.example',
        login_redirect_url: loginUrl,
        sign_up_redirect_url: loginUrl,
        control_center: [{ name: 'team', label: 'My team', url: 'https://acme.example/team' }],
        enabled_original_user_system: false,
      },
    })
  })

  it('follows the settings, and takes only URLs of the web', async () => {
    await configure({ passwords: true, sign_up: 'https://acme.example/new' })
    const on = await site.as().call(getUserCenter, {})
    expect(on.agent_info).toMatchObject({
      enabled_original_user_system: true,
      sign_up_redirect_url: 'https://acme.example/new',
    })
    await configure({ passwords: true, sign_up: 'javascript:alert(1)' })
    const bad = await site.as().call(getUserCenter, {})
    expect(bad.agent_info?.sign_up_redirect_url).toContain('/connector/login/company')
  })

  it('says that there is none', async () => {
    await setCenter(false)
    expect(await site.as().call(getUserCenter, {})).toEqual({ enabled: false, agent_info: null })
    await setCenter(true)
  })
})

describe('calls that a user center takes over', () => {
  const all = Object.values(endpoints).flatMap((feature): [string, Endpoint][] =>
    Object.entries(feature),
  )
  const ofPart = (part: 'login' | 'roles') =>
    all.filter(([, { userCenter }]) => userCenter === part).map(([name]) => name)

  it('are these', () => {
    expect(ofPart('roles')).toEqual(['changeRole'])
    const names = ofPart('login').toSorted().join(' ')
    expect(names).toBe(
      'activate activateByLink addAccounts askEmailChange askPasswordReset changePassword confirmEmailChange ' +
        'createActivationLink login loginWithPasskey passkeyLoginOptions register replacePassword ' +
        'resendActivation resendRegistration setPassword',
    )
  })

  it('are rejected for everybody, before their input is read, and work again without it', async () => {
    const { token } = await aUser(site.ctx, { role: 'admin' })
    const owned = all.filter(([, { userCenter }]) => userCenter !== null)
    const reasonsOf = async () => {
      const results = owned.map(async ([name, endpoint]) => {
        const { reason } = await callFromNewIp(site, endpoint, {}, token)
        return [name, reason] as const
      })
      return Object.fromEntries(await Promise.all(results))
    }
    await configure({ passwords: false })
    expect([...new Set(Object.values(await reasonsOf()))]).toEqual(['error.user_center.managed'])
    await configure({ passwords: true })
    const kept = await reasonsOf()
    const left = Object.entries(kept).filter(([, reason]) => reason.includes('user_center'))
    expect(left.map(([name]) => name)).toEqual(['changeRole'])
  })

  it('name the user center', async () => {
    await configure({ passwords: false })
    const input = { e_mail: 'ada@example.org', pass: 'columns in the evening' }
    const rejected = await expectError(fromAnywhere(site).call(login, input), 'user_center.managed')
    expect(rejected).toMatchObject({ status: 403 })
    expect(rejected.msg).toContain('Acme account')
    const ada = await aUser(site.ctx)
    const change = site.as(ada.token).call(changePassword, { pass: 'a roof of cedar' })
    await expectError(change, 'user_center.managed')
  })

  it('are what the admin area leaves out', async () => {
    const { token } = await aUser(site.ctx, { role: 'admin' })
    const read = () => site.as(token).call(getUserCenterAgent, {})
    await configure({ passwords: false })
    const allowed = { allow_update_user_status: true, allow_update_user_role: false }
    const none = { allow_create_user: false, allow_update_user_password: false }
    expect(await read()).toEqual({ enabled: true, ...allowed, ...none })
    await configure({ passwords: true })
    const both = { allow_create_user: true, allow_update_user_password: true }
    expect(await read()).toEqual({ enabled: true, ...allowed, ...both })
    expect([changeRole, setPassword].map(({ userCenter }) => userCenter)).toEqual([
      'roles',
      'login',
    ])
  })
})

describe('a user of the user center', () => {
  it('logs in with it, changes the account there and cannot leave it', async () => {
    await configure({ passwords: false, account: 'https://acme.example/account' })
    const user = anExternalUser()
    const { session } = await signInAt(site, 'company', user)
    const me = site.as(session?.access_token)
    const redirects = await me.call(getUserCenterSettings, {})
    expect(redirects).toEqual({
      profile_setting_agent: { enabled: true, redirect_url: 'https://acme.example/profile' },
      account_setting_agent: { enabled: true, redirect_url: 'https://acme.example/account' },
    })
    await expectError(me.call(unlinkConnector, { external_id: user.id }), 'connector.last_sign_in')
    const other = await aUser(site.ctx)
    const none = { enabled: false, redirect_url: '' }
    expect(await site.as(other.token).call(getUserCenterSettings, {})).toEqual({
      profile_setting_agent: none,
      account_setting_agent: none,
    })
    const input = { plugin_slug_name: 'company' }
    expect((await fromAnywhere(site).call(startConnector, input)).url).toContain('service.example')
  })

  it('has links on the profile, which a plugin that fails does not break', async () => {
    await configure({ passwords: true })
    const user = anExternalUser()
    const { session } = await signInAt(site, 'company', user)
    const username = session?.username ?? ''
    const read = (name: string) => site.as().call(getUserBranding, { username: name })
    const branding = await read(username)
    expect(branding).toEqual({
      enabled: true,
      personal_branding: [
        {
          icon: expect.stringMatching(/^\/_plugins\/company\/[0-9a-f]{16}\/logo\.svg$/) as string,
          name: 'team',
          label: `Team of ${username}`,
          url: `https://service.example/${user.id}`,
        },
      ],
    })
    const broken = await signInAt(site, 'company', anExternalUser({ id: 'broken' }))
    const empty = { enabled: true, personal_branding: [] }
    expect(await read(broken.session?.username ?? '')).toEqual(empty)
    const local = await aUser(site.ctx, { name: 'Local Lena' })
    expect(await read('local-lena')).toEqual(empty)
    expect(local.id).not.toBe('')
    await expectError(read('nobody-here'), 'user.not_found')
  })
})

describe('a manifest', () => {
  const send = async (provides: object, manifest: object) => {
    const { token } = await aUser(site.ctx, { role: 'admin' })
    const archive = aPackage({
      slug: 'wrong',
      server: 'export default {}',
      provides: { ...provides },
      manifest: { ...manifest },
    })
    return (await sendPackage(site.app, archive, token)).msg
  }
  const redirect = { label: 'Acme', type: 'redirect' }

  it.each([
    ['without a connector', { userCenter: {} }, {}, 'needs a connector that redirects'],
    ['of another kind', { userCenter: {}, connector: redirect }, {}, 'has the kind user-center'],
    [
      'with a setting that is no switch',
      { userCenter: { keepsPasswordLogin: 'setting:nothing' }, connector: redirect },
      { kinds: ['user-center'] },
      'The setting nothing is not a switch.',
    ],
    [
      'with an unknown setting',
      { userCenter: { url: 'setting:nothing' }, connector: redirect },
      { kinds: ['user-center'] },
      'The setting nothing cannot be used by the user center.',
    ],
    [
      'with a secret as label',
      { connector: { ...redirect, labelSetting: 'key' } },
      { settings: [{ name: 'key', type: 'input', title: 'Key', secret: true }] },
      'The setting key cannot be the label.',
    ],
  ])('%s is invalid', async (_case, provides, manifest, message) => {
    expect(await send(provides, manifest)).toContain(message)
  })
})
