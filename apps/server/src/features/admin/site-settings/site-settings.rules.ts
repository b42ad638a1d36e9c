import type { ErrorCode } from '@stoa/contract/errors'
import { settingKey } from '@stoa/contract/settings/fields'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import type { SettingsOf } from '@stoa/contract/settings/group'
import type { mailDeliverySettings } from '@stoa/contract/settings/mails'
import {
  type loginSettings,
  privilegeLevels,
  type privilegeSettings,
  type userSettings,
} from '@stoa/contract/settings/people'
import {
  type brandingSettings,
  type generalSettings,
  type interfaceSettings,
  themes,
  type themeSettings,
} from '@stoa/contract/settings/site'
import type { smtpSettings, writeSettings } from '@stoa/contract/settings/writing'
import { isLocale } from '@stoa/locales/languages'
import { z } from 'zod'
import { isTimeZone } from '../../../kernel/clock.ts'

/** Values after the change, by group. Only the groups that change. */
export type ChangedGroups = {
  general?: SettingsOf<typeof generalSettings>
  interface?: SettingsOf<typeof interfaceSettings>
  branding?: SettingsOf<typeof brandingSettings>
  theme?: SettingsOf<typeof themeSettings>
  login?: SettingsOf<typeof loginSettings>
  users?: SettingsOf<typeof userSettings>
  privileges?: SettingsOf<typeof privilegeSettings>
  write?: SettingsOf<typeof writeSettings>
  smtp?: SettingsOf<typeof smtpSettings>
  mail_delivery?: SettingsOf<typeof mailDeliverySettings>
}

export type SettingFacts = {
  /** Those of the named tags that exist and are no synonyms. */
  mainTags: ReadonlySet<string>
  /** Whether an admin could log in without a password. */
  hasAdminWithPasskey: boolean
}

export type SettingProblem = { key: string; code: ErrorCode; values?: Record<string, string> }

/** Reported only if a cause changes, so that old values do not block other changes. */
type Check = (SettingProblem & { causes: readonly string[] }) | false

/** What the types of single fields cannot say. `changed` has the keys of the fields that change. */
export function findSettingProblems(
  groups: ChangedGroups,
  changed: ReadonlySet<string>,
  facts: SettingFacts,
): SettingProblem[] {
  const checks = [
    ...checkGeneral(groups),
    ...checkAddresses(groups),
    ...checkImages(groups),
    ...checkLogin(groups, facts),
    ...checkPrivileges(groups),
    ...checkWriting(groups, facts),
    ...checkSmtp(groups),
  ]
  return checks.flatMap((check) => {
    if (check === false) return []
    const { causes, ...problem } = check
    return causes.some((key) => changed.has(key)) ? [problem] : []
  })
}

function problemIf(
  isWrong: boolean,
  [group, name, ...others]: readonly [group: keyof ChangedGroups, name: string, ...string[]],
  code: ErrorCode,
  values?: Record<string, string>,
): Check {
  const causes = [name, ...others].map((cause) => settingKey({ group, name: cause }))
  const key = settingKey({ group, name })
  return isWrong && { key, code, causes, ...(values && { values }) }
}

function checkGeneral({ general, interface: region, theme }: ChangedGroups) {
  const checks: Check[] = []
  if (general)
    checks.push(
      problemIf(!isOrigin(general.site_url), ['general', 'site_url'], 'setting.not_an_origin'),
      problemIf(
        !isEmail(general.contact_email),
        ['general', 'contact_email'],
        'setting.not_an_email',
      ),
    )
  if (region)
    checks.push(
      problemIf(!isLocale(region.language), ['interface', 'language'], 'setting.unknown_option'),
      problemIf(
        !isTimeZone(region.time_zone),
        ['interface', 'time_zone'],
        'setting.unknown_option',
      ),
    )
  if (theme)
    checks.push(
      problemIf(
        !themes.some((name) => name === theme.theme),
        ['theme', 'theme'],
        'setting.unknown_option',
      ),
      problemIf(
        Object.keys(theme.theme_config).some((name) => !themes.some((known) => known === name)),
        ['theme', 'theme_config'],
        'setting.unknown_option',
      ),
    )
  return checks
}

function checkAddresses({ users, mail_delivery }: ChangedGroups) {
  const checks: Check[] = []
  if (users)
    checks.push(
      problemIf(
        users.gravatar_base_url !== '' && !isHttpUrl(users.gravatar_base_url),
        ['users', 'gravatar_base_url'],
        'setting.not_a_url',
      ),
    )
  if (mail_delivery)
    checks.push(
      problemIf(
        !isEmail(mail_delivery.bounce_address),
        ['mail_delivery', 'bounce_address'],
        'setting.not_an_email',
      ),
    )
  return checks
}

function checkImages({ branding }: ChangedGroups): Check[] {
  if (!branding) return []
  return Object.entries(branding).map(([name, image]) =>
    problemIf(
      image !== '' && !brandingPath.test(image) && !isHttpUrl(image),
      ['branding', name],
      'setting.not_an_image',
    ),
  )
}

function checkLogin({ login }: ChangedGroups, { hasAdminWithPasskey }: SettingFacts): Check[] {
  if (!login) return []
  const badDomain = login.allow_email_domains.find((domain) => !isDomain(domain))
  return [
    problemIf(badDomain !== undefined, ['login', 'allow_email_domains'], 'setting.not_a_domain', {
      domain: badDomain ?? '',
    }),
    problemIf(
      !login.allow_password_login && !hasAdminWithPasskey,
      ['login', 'allow_password_login'],
      'setting.lock_out',
    ),
  ]
}

function checkPrivileges({ privileges }: ChangedGroups): Check[] {
  if (!privileges) return []
  const isUnknown = Object.keys(privileges.custom).some((name) => !(name in privilegeLevels))
  return [problemIf(isUnknown, ['privileges', 'custom'], 'setting.unknown_option')]
}

const imageExtensions = ['jpg', 'jpeg', 'png', 'gif', 'webp']

function checkWriting({ write }: ChangedGroups, { mainTags }: SettingFacts): Check[] {
  if (!write) return []
  const { recommend_tags, reserved_tags } = write
  const inBoth = recommend_tags.find((tag) => reserved_tags.includes(tag))
  const findUnknown = (tags: readonly string[]) => tags.find((tag) => !mainTags.has(tag))
  const [badRecommended, badReserved] = [findUnknown(recommend_tags), findUnknown(reserved_tags)]
  const badImage = write.authorized_image_extensions.find(
    (name) => !imageExtensions.includes(toExtension(name)),
  )
  const badAttachment = write.authorized_attachment_extensions.find(
    (name) => !/^[a-z0-9]+$/.test(toExtension(name)),
  )
  return [
    problemIf(badRecommended !== undefined, ['write', 'recommend_tags'], 'setting.unknown_tag', {
      tag: badRecommended ?? '',
    }),
    problemIf(badReserved !== undefined, ['write', 'reserved_tags'], 'setting.unknown_tag', {
      tag: badReserved ?? '',
    }),
    problemIf(
      inBoth !== undefined,
      ['write', 'reserved_tags', 'recommend_tags'],
      'setting.tag_in_both_lists',
      {
        tag: inBoth ?? '',
      },
    ),
    problemIf(
      write.required_tag && recommend_tags.length === 0,
      ['write', 'required_tag', 'recommend_tags'],
      'setting.no_recommended_tags',
    ),
    problemIf(
      badImage !== undefined,
      ['write', 'authorized_image_extensions'],
      'setting.not_an_extension',
      { extension: badImage ?? '' },
    ),
    problemIf(
      badAttachment !== undefined,
      ['write', 'authorized_attachment_extensions'],
      'setting.not_an_extension',
      { extension: badAttachment ?? '' },
    ),
  ]
}

function checkSmtp({ smtp }: ChangedGroups): Check[] {
  if (!smtp) return []
  const needs = smtp.smtp_authentication
  return [
    problemIf(!isEmail(smtp.from_email), ['smtp', 'from_email'], 'setting.not_an_email'),
    problemIf(
      smtp.smtp_host !== '' && smtp.from_email === '',
      ['smtp', 'from_email', 'smtp_host'],
      'setting.required_for_server',
    ),
    problemIf(/\S@\S/.test(smtp.from_name), ['smtp', 'from_name'], 'setting.looks_like_email'),
    problemIf(
      needs && smtp.smtp_username === '',
      ['smtp', 'smtp_username', 'smtp_authentication'],
      'setting.required_for_login',
    ),
    problemIf(
      needs && smtp.smtp_password === '',
      ['smtp', 'smtp_password', 'smtp_authentication'],
      'setting.required_for_login',
    ),
  ]
}

const brandingPath = /^\/uploads\/branding\/[\w.-]+$/

function isOrigin(text: string) {
  return isHttpUrl(text) && new URL(text).origin === text
}

function isHttpUrl(text: string) {
  return z.url({ protocol: /^https?$/ }).safeParse(text).success
}

function isEmail(text: string) {
  return text === '' || z.email().safeParse(text).success
}

/** With an optional `@` before it. */
function isDomain(text: string) {
  return /^@?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u.test(text)
}

function toExtension(name: string) {
  return name.toLowerCase().replace(/^\./, '')
}

/** Whoever names another mail server must know the password, which would be sent there. */
export function needsPasswordAgain(
  stored: Pick<SettingsOf<typeof smtpSettings>, 'smtp_host' | 'smtp_password'>,
  { smtp_host: host, smtp_password: password }: Record<string, unknown>,
): boolean {
  const isMoved = host !== undefined && host !== stored.smtp_host && stored.smtp_host !== ''
  const isRepeated = password !== undefined && password !== secretMask
  return isMoved && stored.smtp_password !== '' && !isRepeated
}
