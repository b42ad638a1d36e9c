import { z } from 'zod'
import { adminPrefix, apiPrefix, endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import {
  brandingPage,
  customMarkupPage,
  fieldsOf,
  generalPage,
  interfacePage,
  legalPage,
  loginPage,
  mailDeliveryPage,
  moderationPage,
  seoPage,
  siteModePage,
  type SettingsPage,
  settingsPages,
  smtpPage,
  themesPage,
  usersPage,
  votingPage,
  writePage,
} from '../settings/pages.ts'
import { privileges, userSettings } from '../settings/people.ts'
import { LanguageOption } from './site.ts'
import { UserBasic } from './users.ts'

type Fields = Record<string, z.ZodType>

function shapeOf(page: SettingsPage): Fields {
  return Object.fromEntries(fieldsOf(page).map(({ name, schema }) => [name, schema]))
}

function optional(shape: Fields): Record<string, z.ZodOptional> {
  const entries = Object.entries(shape).map(([name, schema]) => [name, schema.optional()] as const)
  return Object.fromEntries(entries)
}

const savingErrors: readonly ErrorCode[] = [
  'setting.locked',
  'setting.not_an_origin',
  'setting.not_an_email',
  'setting.looks_like_email',
  'setting.not_a_url',
  'setting.not_an_image',
  'setting.required_for_login',
  'setting.required_for_server',
  'setting.unknown_tag',
  'setting.tag_in_both_lists',
  'setting.no_recommended_tags',
  'setting.not_a_domain',
  'setting.not_an_extension',
  'setting.lock_out',
  'setting.password_again',
  'setting.unknown_option',
]

/** Ids of the new entries of the history, to undo the change. */
const Saved = z.object({ history_ids: z.array(z.string()).max(limits.settingsFields.max) })
export type SavedSettings = z.output<typeof Saved>

function readEndpoint(call: string, title: string, shape: Fields) {
  return endpoint({
    method: 'GET',
    path: `${adminPrefix}/${call}`,
    access: 'admin',
    allowsKeys: true,
    summary: `Returns the settings: ${title}.`,
    response: z.object(shape),
  })
}

function changeEndpoint(call: string, title: string, shape: Fields) {
  return endpoint({
    method: 'PUT',
    path: `${adminPrefix}/${call}`,
    access: 'admin',
    summary: `Changes some or all settings: ${title}.`,
    input: optional(shape),
    response: Saved,
    errors: savingErrors,
  })
}

const general: Fields = shapeOf(generalPage)
export const getGeneralSettings = readEndpoint('siteinfo/general', 'general', general)
export const changeGeneralSettings = changeEndpoint('siteinfo/general', 'general', general)

/** The avatar setting has one value; both calls read and change it. */
const localization: Fields = {
  ...shapeOf(interfacePage),
  default_avatar: userSettings.schema.shape.default_avatar.unwrap(),
}
export const getInterfaceSettings = readEndpoint('siteinfo/interface', 'interface', localization)
export const changeInterfaceSettings = changeEndpoint(
  'siteinfo/interface',
  'interface',
  localization,
)

const branding = shapeOf(brandingPage)
export const getBrandingSettings = readEndpoint('siteinfo/branding', 'branding', branding)
export const changeBrandingSettings = changeEndpoint('siteinfo/branding', 'branding', branding)

const theme = shapeOf(themesPage)
export const getThemeSettings = readEndpoint('siteinfo/theme', 'theme', {
  ...theme,
  theme_options: z.array(LanguageOption).max(100),
})
export const changeThemeSettings = changeEndpoint('siteinfo/theme', 'theme', theme)

const markup = shapeOf(customMarkupPage)
export const getCustomMarkup = readEndpoint('siteinfo/custom-css-html', 'CSS and HTML', markup)
export const changeCustomMarkup = changeEndpoint('siteinfo/custom-css-html', 'CSS and HTML', markup)

const seo = shapeOf(seoPage)
export const getSeoSettings = readEndpoint('siteinfo/seo', 'search engines', seo)
export const changeSeoSettings = changeEndpoint('siteinfo/seo', 'search engines', seo)

const legal = shapeOf(legalPage)
export const getLegalSettings = readEndpoint('siteinfo/legal', 'legal', {
  ...legal,
  terms_of_service_parsed_text: z.string(),
  privacy_policy_parsed_text: z.string(),
})
export const changeLegalSettings = changeEndpoint('siteinfo/legal', 'legal', legal)

const siteMode = shapeOf(siteModePage)
export const getSiteMode = readEndpoint('setting/site-mode', 'mode', siteMode)
export const changeSiteMode = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/setting/site-mode`,
  access: 'admin',
  allowsReadOnly: true,
  summary:
    'Makes the site read-only, for staff too or not, puts it under maintenance, or ends that.',
  input: optional(siteMode),
  response: Saved,
  errors: savingErrors,
})

const login = shapeOf(loginPage)
export const getLoginSettings = readEndpoint('siteinfo/login', 'login', login)
export const changeLoginSettings = changeEndpoint('siteinfo/login', 'login', login)

const users = shapeOf(usersPage)
export const getUserSettings = readEndpoint('siteinfo/users', 'users', users)
export const changeUserSettings = changeEndpoint('siteinfo/users', 'users', users)

const write = shapeOf(writePage)
export const getWriteSettings = readEndpoint('siteinfo/write', 'writing', write)
export const changeWriteSettings = changeEndpoint('siteinfo/write', 'writing', write)

const moderation = shapeOf(moderationPage)
export const getModerationSettings = readEndpoint('setting/moderation', 'moderation', moderation)
export const changeModerationSettings = changeEndpoint(
  'setting/moderation',
  'moderation',
  moderation,
)

const voting = shapeOf(votingPage)
export const getVotingSettings = readEndpoint('setting/voting', 'voting', voting)
export const changeVotingSettings = changeEndpoint('setting/voting', 'voting', voting)

const delivery = shapeOf(mailDeliveryPage)
export const getMailDelivery = readEndpoint('setting/mail-delivery', 'email delivery', delivery)
export const changeMailDelivery = changeEndpoint(
  'setting/mail-delivery',
  'email delivery',
  delivery,
)

const smtp = shapeOf(smtpPage)
export const getSmtpSettings = readEndpoint('setting/smtp', 'SMTP', smtp)
const recipient = { test_email_recipient: z.email().max(limits.email.max).optional() }
const smtpInput: ReturnType<typeof optional> & typeof recipient = {
  ...optional(smtp),
  ...recipient,
}

export const changeSmtpSettings = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/setting/smtp`,
  access: 'admin',
  summary: 'Changes some or all SMTP settings, and sends a test email if there is a recipient.',
  input: smtpInput,
  response: Saved.extend({
    /** Null when no test email was requested. */
    test_email: z.object({ is_sent: z.boolean(), error: z.string() }).nullable(),
  }),
  errors: savingErrors,
})

const level = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(99)])
const requirement = z.number().int().min(1).max(limits.requiredReputation.max)

export const getPrivilegeSettings = endpoint({
  method: 'GET',
  path: `${adminPrefix}/setting/privileges`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Returns the reputation that each privilege requires, for each level.',
  response: z.object({
    options: z
      .array(
        z.object({
          level,
          level_desc: z.string(),
          privileges: z
            .array(
              z.object({ key: z.enum(privileges), label: z.string(), value: z.number().int() }),
            )
            .max(privileges.length),
        }),
      )
      .max(4),
    selected_level: level,
  }),
})

export const changePrivilegeSettings = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/setting/privileges`,
  access: 'admin',
  summary: 'Chooses the level of privileges, and the values of the custom level.',
  input: {
    level: level.optional(),
    custom_privileges: z
      .array(z.strictObject({ key: z.enum(privileges), value: requirement }))
      .max(privileges.length)
      .optional(),
  },
  response: Saved,
  errors: savingErrors,
})

const pageName = z.enum(settingsPages.map(({ name }) => name))

/** One field as an admin sees it. Secrets are masked. */
const SettingState = z.object({
  group: z.string(),
  name: z.string(),
  value: z.unknown(),
  default_value: z.unknown(),
  is_changed: z.boolean(),
  /** The environment variable that overrides the field, or null. */
  locked_by: z.string().nullable(),
  /** Null if it was never changed. */
  changed_at: z.number().int().nullable(),
  /** Null if it was never changed, or by the site. */
  changed_by: UserBasic.nullable(),
})
export type SettingState = z.output<typeof SettingState>

export const settingsState = endpoint({
  method: 'GET',
  path: `${adminPrefix}/setting/state`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Returns the state of each setting of a page.',
  input: { settings_page: pageName },
  response: z.object({
    fields: z.array(SettingState).max(limits.settingsFields.max),
    /** How many settings of each page differ from their defaults. */
    changed_by_page: z.record(z.string(), z.number().int()),
  }),
})

const SettingChange = z.object({
  id: z.string(),
  group: z.string(),
  name: z.string(),
  /** Null for the default, and for secrets. */
  before: z.unknown(),
  after: z.unknown(),
  is_secret: z.boolean(),
  created_at: z.number().int(),
  /** Null if the site did it, for example at installation. */
  user_info: UserBasic.nullable(),
})
export type SettingChange = z.output<typeof SettingChange>

export const listSettingChanges = endpoint({
  method: 'GET',
  path: `${adminPrefix}/setting/history`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists the changes of the settings of a page or of one setting, newest first.',
  input: {
    ...paging,
    settings_page: pageName,
    /** Only this setting: its group and name, with a dot between. */
    setting: z.string().max(100).optional(),
  },
  response: pageOf(SettingChange),
})

export const restoreSettings = endpoint({
  method: 'POST',
  path: `${adminPrefix}/setting/restore`,
  access: 'admin',
  allowsReadOnly: true,
  summary: 'Undoes changes: restores the values from before the given entries of the history.',
  input: {
    ids: z
      .array(z.string().regex(/^\d{1,19}$/))
      .min(1)
      .max(limits.settingsFields.max),
  },
  response: Saved,
  errors: [...savingErrors, 'setting.change_not_found', 'setting.secret_not_stored'],
})

export const resetSettings = endpoint({
  method: 'POST',
  path: `${adminPrefix}/setting/reset`,
  access: 'admin',
  allowsReadOnly: true,
  summary: 'Resets settings of a page to their defaults.',
  input: {
    settings_page: pageName,
    settings: z.array(z.string().max(100)).min(1).max(limits.settingsFields.max),
  },
  response: Saved,
  errors: [...savingErrors, 'setting.not_found'],
})

export const SettingMatch = z.object({
  settings_page: z.string(),
  group: z.string(),
  name: z.string(),
  label: z.string(),
  help: z.string(),
  page_title: z.string(),
})
export type SettingMatch = z.output<typeof SettingMatch>

export const searchSettings = endpoint({
  method: 'GET',
  path: `${adminPrefix}/setting/search`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Finds settings by words of their labels, help texts, names and pages.',
  input: { query: z.string().trim().max(limits.settingsQuery.max).default('') },
  response: z.array(SettingMatch).max(limits.settingsFields.max),
})

export const adminLanguageOptions = endpoint({
  method: 'GET',
  path: `${adminPrefix}/language/options`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists the languages that the site can have.',
  response: z.array(LanguageOption).max(100),
})

export const legalText = endpoint({
  method: 'GET',
  path: `${apiPrefix}/siteinfo/legal`,
  access: 'open',
  summary: 'Returns the terms of service or the privacy policy.',
  input: { info_type: z.enum(['tos', 'privacy']) },
  response: z.object({
    terms_of_service_original_text: z.string().optional(),
    terms_of_service_parsed_text: z.string().optional(),
    privacy_policy_original_text: z.string().optional(),
    privacy_policy_parsed_text: z.string().optional(),
  }),
})
