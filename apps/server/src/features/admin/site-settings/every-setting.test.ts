// Walks every field of the registry through the API: read, write, reject, effect here and in a second process, history, restore.
import type { Endpoint } from '@stoa/contract/endpoint'
import * as calls from '@stoa/contract/features/site-settings'
import { siteInfo } from '@stoa/contract/features/site'
import { createTag } from '@stoa/contract/features/tags'
import { optionsOf, rangeOf, type SettingField, settingKey } from '@stoa/contract/settings/fields'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import { settingsGroups } from '@stoa/contract/settings/groups'
import { fieldsOf, type SettingsPage, settingsPages } from '@stoa/contract/settings/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, rejectionOf, type TestSite } from '../../../../test/site.ts'
import type { PlatformContext } from '../../../platform/context.ts'
import { openContext } from '../../../platform/process/open-context.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { passkeys } from '../../../schema/second-factor.ts'

let site: TestSite
let other: PlatformContext
beforeAll(async () => {
  site = await aSite()
  const { config, listeners } = site.ctx
  other = await openContext({ config, listeners, isWorker: false })
  const admin = await aUser(site.ctx, { role: 'admin' })
  for (const slug_name of ['walked-one', 'walked-two'])
    await site
      .as(admin.token)
      .call(createTag, { slug_name, display_name: slug_name, original_text: 'A tag.' })
  await site.db.insert(passkeys).values({
    userId: admin.id,
    name: 'Key',
    credentialId: 'AQID',
    publicKey: 'AQID',
    createdAt: site.ctx.clock.now(),
  })
})
afterAll(async () => {
  await other.close()
  await site.close()
})

const [get, change] = [
  {
    general: calls.getGeneralSettings,
    interface: calls.getInterfaceSettings,
    branding: calls.getBrandingSettings,
    themes: calls.getThemeSettings,
    'css-html': calls.getCustomMarkup,
    seo: calls.getSeoSettings,
    legal: calls.getLegalSettings,
    'site-mode': calls.getSiteMode,
    login: calls.getLoginSettings,
    'settings-users': calls.getUserSettings,
    privileges: calls.getPrivilegeSettings,
    write: calls.getWriteSettings,
    moderation: calls.getModerationSettings,
    voting: calls.getVotingSettings,
    smtp: calls.getSmtpSettings,
    'email-delivery': calls.getMailDelivery,
  } as Record<string, Endpoint>,
  {
    general: calls.changeGeneralSettings,
    interface: calls.changeInterfaceSettings,
    branding: calls.changeBrandingSettings,
    themes: calls.changeThemeSettings,
    'css-html': calls.changeCustomMarkup,
    seo: calls.changeSeoSettings,
    legal: calls.changeLegalSettings,
    'site-mode': calls.changeSiteMode,
    login: calls.changeLoginSettings,
    'settings-users': calls.changeUserSettings,
    privileges: calls.changePrivilegeSettings,
    write: calls.changeWriteSettings,
    moderation: calls.changeModerationSettings,
    voting: calls.changeVotingSettings,
    smtp: calls.changeSmtpSettings,
    'email-delivery': calls.changeMailDelivery,
  } as Record<string, Endpoint>,
]

/** Where the type does not say which values are valid. */
const validValues: Record<string, unknown> = {
  'general.site_url': 'https://walked.example.org',
  'general.contact_email': 'walked@example.org',
  'interface.language': 'ar',
  'interface.time_zone': 'Europe/Lisbon',
  'branding.logo': 'https://example.org/logo.png',
  'branding.mobile_logo': 'https://example.org/logo.png',
  'branding.square_icon': 'https://example.org/logo.png',
  'branding.favicon': 'https://example.org/logo.png',
  'theme.theme_config': { default: { primary_color: '#c2410c', navbar_style: 'colored' } },
  'site_mode.until': '2031-05-01T18:30Z',
  'login.allow_email_domains': ['example.org'],
  'users.gravatar_base_url': 'https://avatars.example.org/',
  'privileges.custom': { 'question.vote_up': 42 },
  'write.required_tag': true,
  'write.recommend_tags': ['walked-one'],
  'write.reserved_tags': ['walked-two'],
  'write.authorized_image_extensions': ['png'],
  'write.authorized_attachment_extensions': ['pdf'],
  'moderation.hold_words': ['cheap visa'],
  'moderation.hold_networks': ['192.0.2.0/24'],
  'moderation.hold_email_domains': ['spam.example'],
  'smtp.from_email': 'stoa@example.org',
  'smtp.smtp_authentication': true,
  'mail_delivery.bounce_address': 'bounces@example.org',
}

/** Values that other fields need while this one is tried. */
const conditions: Record<string, Record<string, unknown>> = {
  'write.required_tag': { recommend_tags: ['walked-one'] },
  'smtp.smtp_host': { from_email: 'stoa@example.org' },
  'smtp.smtp_authentication': { smtp_username: 'stoa', smtp_password: 'secret' },
}

/** No other value is valid, so the field can only be read and rejected. */
const withoutOtherValue: Record<string, string> = {
  'theme.theme': 'there is one theme',
}

const wrongValues: Record<string, unknown[]> = {
  'general.site_url': ['https://example.org/path', 'ftp://example.org', 'example'],
  'general.contact_email': ['nobody'],
  'interface.language': ['xx_XX'],
  'interface.time_zone': ['Mars/Olympus'],
  'branding.logo': ['javascript:alert(1)', '/uploads/branding/absent.png'],
  'theme.theme': ['absent'],
  'theme.theme_config': [{ default: { primary_color: 'blue' } }, { absent: {} }],
  'site_mode.until': ['tomorrow', '2031-13-01T18:30Z', '2031-05-01 18:30'],
  'login.allow_email_domains': [['not a domain']],
  'users.gravatar_base_url': ['avatars'],
  'privileges.custom': [{ 'question.vote_up': 0 }, { absent: 5 }],
  'write.recommend_tags': [['absent-tag']],
  'write.reserved_tags': [['absent-tag']],
  'write.authorized_image_extensions': [['exe']],
  'write.authorized_attachment_extensions': [['p/df']],
  'moderation.hold_networks': [['the internet']],
  'moderation.hold_email_domains': [['nodot']],
  'smtp.from_email': ['nobody'],
  'smtp.from_name': ['someone@example.org'],
  'mail_delivery.bounce_address': ['nobody'],
}

function validValueOf(field: SettingField): unknown {
  const given = validValues[settingKey(field)]
  if (given !== undefined) return given
  if (field.control === 'switch') return field.default !== true
  if (field.control === 'select') return optionsOf(field).find((value) => value !== field.default)
  if (field.control === 'number') {
    const { min, max } = rangeOf(field)
    return field.default === max ? min : max
  }
  return 'Walked'
}

function wrongValuesOf(field: SettingField): unknown[] {
  const given = wrongValues[settingKey(field)] ?? []
  if (field.control === 'number') {
    const { min, max } = rangeOf(field)
    return [...given, min - 1, max + 1, min + 0.5, String(min), null]
  }
  if (field.control === 'switch') return [...given, 'true', 1, null]
  if (field.control === 'select') return [...given, 'absent', 77, null]
  if (field.control === 'list' || field.control === 'tags') return [...given, 'text', [1], null]
  if (field.control === 'theme_color' || field.control === 'privileges') return [...given, 'text']
  const tooLong = (field.schema as unknown as { maxLength: number }).maxLength + 1
  return [...given, 5, null, ['list'], 'x'.repeat(tooLong)]
}

/** Privileges have another shape on the wire. */
function toInput(field: SettingField, value: unknown) {
  if (field.control !== 'privileges') return { [field.name]: value }
  if (typeof value !== 'object' || value === null) return { custom_privileges: value }
  const list = Object.entries(value).map(([key, number]) => ({ key, value: number as number }))
  return { custom_privileges: list }
}

function fromResponse(field: SettingField, response: unknown) {
  if (field.group !== 'privileges') return (response as Record<string, unknown>)[field.name]
  const { selected_level, options } = response as {
    selected_level: number
    options: { level: number; privileges: { key: string; value: number }[] }[]
  }
  if (field.name === 'level') return selected_level
  const custom = options.find(({ level }) => level === 99)?.privileges ?? []
  const set = validValues['privileges.custom'] as Record<string, number>
  const entries = custom.filter(({ key, value }) => key in set && value === set[key])
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]))
}

const valueIn = (ctx: PlatformContext, { group, name }: SettingField) => {
  const found = settingsGroups.find((candidate) => candidate.name === group)!
  return (ctx.settings.get(found) as Record<string, unknown>)[name]
}

/** The part of `GET /siteinfo` that shows a group. */
const publicParts: Record<string, string> = {
  write: 'site_write',
  users: 'site_users',
  seo: 'site_seo',
  legal: 'site_legal',
}

async function readPublic({ group, name }: SettingField): Promise<unknown> {
  const info = (await site.as().call(siteInfo, {})) as unknown as Record<string, object>
  return (info[publicParts[group] ?? group] as Record<string, unknown> | undefined)?.[name]
}

const isPublic = ({ group, name }: SettingField) =>
  settingsGroups.find((candidate) => candidate.name === group)?.publicFields.includes(name)

/** Each in turn with an admin of its own, because the writes of a user are limited. */
const cases = settingsPages.flatMap((page) =>
  fieldsOf(page).map((field) => [settingKey(field), page, field] as const),
)

describe.each(cases)('%s', (key, page: SettingsPage, field) => {
  const admins: ReturnType<TestSite['as']>[] = []
  const asAdmin = async () =>
    (admins[0] ??= site.as((await aUser(site.ctx, { role: 'admin', authMethod: 'totp' })).token))
  const put = async (input: Record<string, unknown>) =>
    (await asAdmin()).call(change[page.name]!, input)
  const read = async () => fromResponse(field, await (await asAdmin()).call(get[page.name]!, {}))
  const state = async () => {
    const admin = await asAdmin()
    const { fields } = await admin.call(calls.settingsState, { settings_page: page.name })
    return fields.find(({ group, name }) => settingKey({ group, name }) === key)!
  }

  it('rejects invalid values and keeps the value', async () => {
    const before = valueIn(site.ctx, field)
    for (const value of wrongValuesOf(field)) {
      const envelope = await rejectionOf(put(toInput(field, value)))
      expect([value, envelope.status]).toEqual([value, 400])
      expect(JSON.stringify(envelope.data)).toContain(
        field.control === 'privileges' ? 'custom' : field.name,
      )
    }
    expect(valueIn(site.ctx, field)).toEqual(before)
  })

  it.skipIf(key in withoutOtherValue)(
    'is written, takes effect in all processes, is in the history and can be restored',
    async () => {
      const valid = validValueOf(field)
      const admin = await asAdmin()
      const prepared = conditions[key] === undefined ? null : await put(conditions[key])
      const before = valueIn(site.ctx, field)
      expect(valid).not.toEqual(before)

      const { history_ids } = (await put(toInput(field, valid))) as calls.SavedSettings
      const isSecret = field.control === 'secret'
      expect(await read()).toEqual(isSecret ? secretMask : valid)
      await expect.poll(() => valueIn(other, field)).toEqual(valid)
      if (isPublic(field)) expect(await readPublic(field)).toEqual(valid)
      else expect(await readPublic(field)).toBeUndefined()

      expect(await state()).toMatchObject({
        value: isSecret ? secretMask : valid,
        default_value: field.default,
        is_changed: true,
        locked_by: null,
        changed_at: expect.any(Number) as number,
      })
      const history = await admin.call(calls.listSettingChanges, {
        settings_page: page.name,
        setting: key,
      })
      expect(history.list[0]).toMatchObject({
        group: field.group,
        name: field.name,
        after: isSecret ? null : valid,
        is_secret: isSecret,
      })
      if (isSecret) expect(JSON.stringify(history)).not.toContain(valid)

      const undo = { ids: history_ids.filter((id) => id === history.list[0]?.id) }
      if (isSecret) {
        expect((await rejectionOf(admin.call(calls.restoreSettings, undo))).status).toBe(409)
        const reset = { settings_page: page.name, settings: [key] }
        await admin.call(calls.resetSettings, reset)
      } else await admin.call(calls.restoreSettings, undo)
      expect(valueIn(site.ctx, field)).toEqual(before)
      await expect.poll(() => valueIn(other, field)).toEqual(before)

      const saved = (prepared as calls.SavedSettings | null)?.history_ids ?? []
      const names = Object.keys(conditions[key] ?? {}).map((name) => `${field.group}.${name}`)
      if (saved.length > 0)
        await admin.call(calls.resetSettings, { settings_page: page.name, settings: names })
    },
  )
})
