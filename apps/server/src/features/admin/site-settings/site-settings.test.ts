import {
  adminLanguageOptions,
  changeGeneralSettings,
  changeInterfaceSettings,
  changeLegalSettings,
  changeLoginSettings,
  changePrivilegeSettings,
  changeSmtpSettings,
  changeThemeSettings,
  changeUserSettings,
  changeWriteSettings,
  getInterfaceSettings,
  getLegalSettings,
  getPrivilegeSettings,
  getSmtpSettings,
  getThemeSettings,
  getUserSettings,
  legalText,
  listSettingChanges,
  resetSettings,
  restoreSettings,
  searchSettings,
  settingsState,
} from '@stoa/contract/features/site-settings'
import { siteInfo } from '@stoa/contract/features/site'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import { fieldsOf, settingsPages } from '@stoa/contract/settings/pages'
import { smtpSettings, writeSettings } from '@stoa/contract/settings/writing'
import { getMessages } from '@stoa/locales/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let asAdmin: ReturnType<TestSite['as']>
let asOther: ReturnType<TestSite['as']>
beforeAll(async () => {
  site = await aSite()
  asAdmin = site.as((await aUser(site.ctx, { role: 'admin', name: 'Ines' })).token)
  asOther = site.as((await aUser(site.ctx, { role: 'admin', name: 'Omar' })).token)
})
afterAll(() => site.close())

const historyOf = async (settings_page: string, setting?: string) =>
  (await asAdmin.call(listSettingChanges, { settings_page, ...(setting && { setting }) })).list

describe('PUT of a page of settings', () => {
  it('changes only what it names, so that two admins do not overwrite each other', async () => {
    await Promise.all([
      asAdmin.call(changeGeneralSettings, { short_description: 'Bread and salt' }),
      asOther.call(changeGeneralSettings, { description: 'All about bread' }),
    ])
    const { general } = await site.as().call(siteInfo, {})
    expect(general).toMatchObject({
      short_description: 'Bread and salt',
      description: 'All about bread',
    })
  })

  it('rejects unknown fields and changes nothing', async () => {
    const input = { short_description: 'No', navbar: 'light' }
    const envelope = await rejectionOf(asAdmin.call(changeGeneralSettings, input))
    expect(envelope.data).toMatchObject([{ error_field: 'navbar' }])
    const { general } = await site.as().call(siteInfo, {})
    expect(general.short_description).toBe('Bread and salt')
  })

  it('keeps rules about two fields for concurrent changes', async () => {
    const on = asAdmin.call(changeSmtpSettings, { smtp_username: 'stoa', smtp_password: 'first' })
    await on
    const results = await Promise.allSettled([
      asAdmin.call(changeSmtpSettings, { smtp_authentication: true }),
      asOther.call(changeSmtpSettings, { smtp_username: '' }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await asAdmin.call(changeSmtpSettings, { smtp_authentication: false })
  })

  it('is for admins', async () => {
    const moderator = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await expectError(moderator.call(changeGeneralSettings, { name: 'X' }), 'auth.forbidden')
    await expectError(moderator.call(getSmtpSettings, {}), 'auth.forbidden')
  })
})

describe('the history', () => {
  it('says who changed what, newest first, in pages', async () => {
    await asAdmin.call(changeUserSettings, { allow_update_bio: false })
    await asOther.call(changeUserSettings, { allow_update_bio: true })
    const [last, first] = await historyOf('settings-users', 'users.allow_update_bio')
    expect(first).toMatchObject({ before: null, after: false, user_info: { display_name: 'Ines' } })
    expect(last).toMatchObject({ before: false, after: true, user_info: { display_name: 'Omar' } })
    const page = { settings_page: 'settings-users', page: 2, page_size: 1 }
    const { count, list } = await asAdmin.call(listSettingChanges, page)
    expect([count, list[0]?.id]).toEqual([2, first?.id])
  })

  it('has what the installer set, by the site', async () => {
    const changes = await historyOf('general', 'general.name')
    expect(changes).toMatchObject([{ after: 'Porch', user_info: null }])
  })

  it('has no entry for a change that fails or changes nothing', async () => {
    const before = await historyOf('general')
    await rejectionOf(asAdmin.call(changeGeneralSettings, { site_url: 'nowhere' }))
    await asAdmin.call(changeGeneralSettings, { name: 'Porch' })
    expect(await historyOf('general')).toEqual(before)
  })

  it('restores several entries at once, each to its value before', async () => {
    const { history_ids: ids } = await asAdmin.call(changeThemeSettings, {
      color_scheme: 'dark',
      theme_config: { default: { primary_color: '#c2410c', navbar_style: 'colored' } },
    })
    expect(ids).toHaveLength(2)
    await asOther.call(restoreSettings, { ids })
    expect(await asAdmin.call(getThemeSettings, {})).toMatchObject({
      color_scheme: 'system',
      theme_config: { default: { primary_color: '#0033ff', navbar_style: 'light' } },
      theme_options: [{ value: 'default', label: 'Default' }],
    })
    await expectError(
      asAdmin.call(restoreSettings, { ids: ['999999'] }),
      'setting.change_not_found',
    )
  })

  it('checks the rules again when it restores', async () => {
    const { history_ids: ids } = await asAdmin.call(changeSmtpSettings, {
      smtp_username: 'other',
    })
    await asAdmin.call(changeSmtpSettings, { smtp_password: 'x', smtp_authentication: true })
    const empty = await historyOf('smtp', 'smtp.smtp_username')
    const first = empty.find(({ before }) => before === null)
    await expectError(
      asAdmin.call(restoreSettings, { ids: [first?.id ?? ''] }),
      'setting.required_for_login',
    )
    await asAdmin.call(changeSmtpSettings, { smtp_authentication: false })
    await asAdmin.call(restoreSettings, { ids })
  })

  it('resets settings to their defaults, and follows later defaults', async () => {
    await asAdmin.call(changeWriteSettings, { max_image_size: 9 })
    const reset = { settings_page: 'write', settings: ['write.max_image_size'] }
    await asAdmin.call(resetSettings, reset)
    expect(site.ctx.settings.get(writeSettings).max_image_size).toBe(4)
    const [last] = await historyOf('write', 'write.max_image_size')
    expect(last).toMatchObject({ before: 9, after: null })
    const unknown = { settings_page: 'write', settings: ['general.name'] }
    await expectError(asAdmin.call(resetSettings, unknown), 'setting.not_found')
  })
})

describe('the staff log', () => {
  it('has an entry for each change of an admin, without secrets', async () => {
    await asAdmin.call(changeSmtpSettings, { smtp_password: 'my secret', smtp_port: 2525 })
    const { list } = await asAdmin.call(listStaffLog, { action: 'change_settings' })
    expect(list[0]).toMatchObject({
      object_type: 'site',
      actor_info: { display_name: 'Ines' },
      after: { 'smtp.smtp_password': secretMask, 'smtp.smtp_port': '2525' },
    })
    expect(JSON.stringify(list)).not.toContain('my secret')
  })

  it('shortens long values', async () => {
    const text = 'ß'.repeat(60_000)
    await asAdmin.call(changeLegalSettings, { terms_of_service_original_text: text })
    const { list } = await asAdmin.call(listStaffLog, { action: 'change_settings' })
    expect(JSON.stringify(list[0]).length).toBeLessThan(4000)
  })
})

describe('secrets', () => {
  it('are never sent, and kept when the mask is sent', async () => {
    await asAdmin.call(changeSmtpSettings, { smtp_password: 'quiet columns' })
    const smtp = await asAdmin.call(getSmtpSettings, {})
    expect(smtp['smtp_password']).toBe(secretMask)
    await asAdmin.call(changeSmtpSettings, { ...smtp, smtp_port: 465 })
    expect(site.ctx.settings.get(smtpSettings)).toMatchObject({
      smtp_password: 'quiet columns',
      smtp_port: 465,
    })
    const state = await asAdmin.call(settingsState, { settings_page: 'smtp' })
    const history = await historyOf('smtp')
    expect(JSON.stringify([state, history])).not.toContain('quiet columns')
    expect(history.find(({ name }) => name === 'smtp_password')).toMatchObject({
      is_secret: true,
      before: null,
      after: null,
    })
  })
})

describe('PUT setting/smtp with a recipient', () => {
  it('sends a test email through the saved settings, or says why it could not', async () => {
    const { port } = new URL(servicePorts().smtp.url)
    const to = `test-${process.pid}-${Date.now()}@example.org`
    const sent = await asAdmin.call(changeSmtpSettings, {
      smtp_host: '127.0.0.1',
      smtp_password: 'another',
      smtp_port: Number(port),
      encryption: '',
      from_email: 'stoa@example.org',
      smtp_authentication: false,
      test_email_recipient: to,
    })
    expect(sent.test_email).toEqual({ is_sent: true, error: '' })
    expect((await waitForMail({ to })).from).toBe('stoa@example.org')
    const failed = await asAdmin.call(changeSmtpSettings, {
      smtp_port: 1,
      test_email_recipient: to,
    })
    expect(failed.test_email).toMatchObject({
      is_sent: false,
      error: expect.stringContaining('ECONNREFUSED') as string,
    })
  })
})

describe('another mail server', () => {
  it('needs the password again, so that a stolen session cannot send it anywhere', async () => {
    const host = (smtp_host: string) => ({ smtp_host, from_email: 'stoa@example.org' })
    await asAdmin.call(changeSmtpSettings, { ...host('mail.example'), smtp_password: 'own' })
    for (const smtp_password of [undefined, secretMask]) {
      const input = { ...host('other.example'), ...(smtp_password && { smtp_password }) }
      const envelope = await rejectionOf(asAdmin.call(changeSmtpSettings, input))
      expect(envelope).toMatchObject({ reason: 'error.setting.password_again' })
    }
    await asAdmin.call(changeSmtpSettings, { ...host('other.example'), smtp_password: 'new' })
    expect(site.ctx.settings.get(smtpSettings)).toMatchObject({
      smtp_host: 'other.example',
      smtp_password: 'new',
    })
  })
})

describe('the default avatar', () => {
  it('is one setting, whichever call changes it', async () => {
    await asAdmin.call(changeInterfaceSettings, { default_avatar: 'gravatar' })
    expect((await asAdmin.call(getUserSettings, {}))['default_avatar']).toBe('gravatar')
    await asAdmin.call(changeUserSettings, { default_avatar: 'system' })
    expect((await asAdmin.call(getInterfaceSettings, {}))['default_avatar']).toBe('system')
  })
})

describe('privileges', () => {
  it('have presets and custom values of at least 1', async () => {
    const values = {
      level: 99 as const,
      custom_privileges: [{ key: 'tag.add' as const, value: 7 }],
    }
    await asAdmin.call(changePrivilegeSettings, values)
    const { options, selected_level } = await asAdmin.call(getPrivilegeSettings, {})
    expect(selected_level).toBe(99)
    expect(options.map(({ level, privileges }) => [level, privileges.length])).toEqual([
      [1, 22],
      [2, 22],
      [3, 22],
      [99, 22],
    ])
    const { required_reputation } = await site.as().call(siteInfo, {})
    expect([required_reputation['tag.add'], required_reputation['tag.edit']]).toEqual([7, 50])
    await asAdmin.call(changePrivilegeSettings, { level: 2 })
  })
})

describe('legal texts', () => {
  it('are rendered by the server, and public', async () => {
    const text = '# Terms\n\nBe **kind**. <script>alert(1)</script>'
    await asAdmin.call(changeLegalSettings, { terms_of_service_original_text: text })
    const { terms_of_service_parsed_text: html } = await site
      .as()
      .call(legalText, { info_type: 'tos' })
    expect(html).toContain('<strong>kind</strong>')
    expect(html).not.toContain('<script')
    const given = { terms_of_service_parsed_text: '<b>x</b>' }
    expect((await rejectionOf(asAdmin.call(changeLegalSettings, given))).status).toBe(400)
    expect((await site.as().call(siteInfo, {})).site_legal).toMatchObject({
      has_terms_of_service: true,
      has_privacy_policy: false,
    })
  })

  it('are rendered again when they are restored', async () => {
    const change = { privacy_policy_original_text: 'No *cookies*.' }
    const { history_ids: ids } = await asAdmin.call(changeLegalSettings, change)
    await asAdmin.call(restoreSettings, { ids })
    expect(await asAdmin.call(getLegalSettings, {})).toMatchObject({
      privacy_policy_original_text: '',
      privacy_policy_parsed_text: '',
    })
  })
})

describe('turning password login off', () => {
  it('is rejected while no admin has a passkey', async () => {
    const off = { allow_password_login: false }
    await expectError(asAdmin.call(changeLoginSettings, off), 'setting.lock_out')
  })
})

describe('GET setting/search', () => {
  const find = async (query: string) =>
    (await asAdmin.call(searchSettings, { query })).map(({ group, name }) => `${group}.${name}`)

  it('finds words of labels, help texts, names and pages', async () => {
    expect(await find('reserved')).toEqual(['write.reserved_tags'])
    expect(await find('encry')).toContain('smtp.smtp_password')
    expect(await find('allow_email_domains')).toContain('login.allow_email_domains')
    expect(await find('robots.txt')).toEqual(['seo.robots'])
    expect((await find('email server'))[0]).toMatch(/^smtp\./)
    expect(await find('')).toEqual([])
    expect(await find('zebra')).toEqual([])
  })

  it('has a label and a help text for every setting', () => {
    const messages: Readonly<Record<string, string | undefined>> = getMessages('en_US')
    for (const page of settingsPages) {
      for (const { name } of page.sections)
        expect(messages[`settings_section.${page.name}.${name}`], name).toBeTruthy()
      for (const { group, name, explainsOff, explainsChange } of fieldsOf(page)) {
        expect(messages[`setting.${group}.${name}`], name).toBeTruthy()
        expect(messages[`setting.${group}.${name}.help`], name).toBeTruthy()
        if (explainsOff) expect(messages[`setting.${group}.${name}.off`], name).toBeTruthy()
        if (explainsChange) expect(messages[`setting.${group}.${name}.change`], name).toBeTruthy()
      }
    }
  })
})

describe('the number of statements', () => {
  it('does not depend on how often settings were changed', async () => {
    const { token } = await aUser(site.ctx, { role: 'admin' })
    const headers = { authorization: `Bearer ${token}` }
    const count = async ({ path }: { path: string }) => {
      const query = { settings_page: 'write', page_size: '50' }
      const response = await site.app.inject({ url: path, query, headers })
      expect(response.statusCode).toBe(200)
      return Number(response.headers['x-sql-count'])
    }
    const counts = async () => [await count(settingsState), await count(listSettingChanges)]
    const before = await counts()
    expect(before).toEqual([2, 3])
    for (const max_user_storage of [1, 2, 3, 4, 5])
      await asAdmin.call(changeWriteSettings, { max_user_storage })
    expect(await counts()).toEqual(before)
  })
})

describe('GET language/options for admins', () => {
  it('lists the languages', async () => {
    const options = await asAdmin.call(adminLanguageOptions, {})
    expect(options).toContainEqual({ value: 'en_US', label: 'English' })
  })
})
