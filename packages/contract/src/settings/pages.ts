import { type SettingField, settingField as field, settingKey } from './fields.ts'
import { mailDeliverySettings } from './mails.ts'
import { moderationSettings } from './moderation.ts'
import { loginSettings, privilegeSettings, userSettings } from './people.ts'
import {
  brandingSettings,
  customMarkupSettings,
  generalSettings,
  interfaceSettings,
  legalSettings,
  seoSettings,
  themes,
  themeSettings,
} from './site.ts'
import { siteModeSettings } from './site-mode.ts'
import { votingSettings } from './voting.ts'
import { smtpSettings, writeSettings } from './writing.ts'

export type SettingsSection = { readonly name: string; readonly fields: readonly SettingField[] }

export type SettingsPage = {
  /** Last part of the path below `/admin`. */
  readonly name: string
  readonly area: SettingsArea
  readonly sections: readonly SettingsSection[]
}

export const settingsAreas = ['community', 'people', 'content', 'delivery'] as const
export type SettingsArea = (typeof settingsAreas)[number]

const page = (
  area: SettingsArea,
  name: string,
  sections: Record<string, readonly SettingField[]>,
): SettingsPage => ({
  name,
  area,
  sections: Object.entries(sections).map(([section, fields]) => ({ name: section, fields })),
})

export const generalPage = page('community', 'general', {
  identity: [
    field(generalSettings, 'name', 'visitors'),
    field(generalSettings, 'short_description', 'visitors'),
    field(generalSettings, 'description', 'visitors'),
  ],
  contact: [
    field(generalSettings, 'site_url', 'visitors', { isLtr: true, explainsChange: true }),
    field(generalSettings, 'contact_email', 'visitors', { isLtr: true }),
  ],
  figures: [field(generalSettings, 'records_missed_searches', 'staff')],
  updates: [field(generalSettings, 'check_update', 'staff')],
})

export const siteModePage = page('community', 'site-mode', {
  mode: [
    field(siteModeSettings, 'mode', 'visitors', { explainsChange: true }),
    field(siteModeSettings, 'message', 'visitors'),
    field(siteModeSettings, 'until', 'visitors', { control: 'date_time' }),
  ],
})

export const interfacePage = page('community', 'interface', {
  region: [
    field(interfaceSettings, 'language', 'visitors', { control: 'language' }),
    field(interfaceSettings, 'time_zone', 'visitors', { control: 'time_zone' }),
  ],
})

export const brandingPage = page('community', 'branding', {
  logos: [
    field(brandingSettings, 'logo', 'visitors', { control: 'image' }),
    field(brandingSettings, 'mobile_logo', 'visitors', { control: 'image' }),
  ],
  icons: [
    field(brandingSettings, 'square_icon', 'visitors', { control: 'image' }),
    field(brandingSettings, 'favicon', 'visitors', { control: 'image' }),
  ],
})

export const themesPage = page('community', 'themes', {
  theme: [
    field(themeSettings, 'theme', 'visitors', { control: 'select', options: themes }),
    field(themeSettings, 'theme_config', 'visitors', { control: 'theme_color' }),
    field(themeSettings, 'color_scheme', 'visitors'),
  ],
})

const code = { control: 'code', isLtr: true } as const

export const customMarkupPage = page('community', 'css-html', {
  css: [field(customMarkupSettings, 'custom_css', 'visitors', code)],
  html: [
    field(customMarkupSettings, 'custom_head', 'visitors', code),
    field(customMarkupSettings, 'custom_header', 'visitors', code),
    field(customMarkupSettings, 'custom_footer', 'visitors', code),
    field(customMarkupSettings, 'custom_sidebar', 'visitors', code),
  ],
})

export const seoPage = page('community', 'seo', {
  links: [field(seoSettings, 'permalink', 'visitors')],
  crawlers: [field(seoSettings, 'robots', 'visitors', code)],
})

export const legalPage = page('community', 'legal', {
  texts: [
    field(legalSettings, 'terms_of_service_original_text', 'visitors'),
    field(legalSettings, 'privacy_policy_original_text', 'visitors'),
  ],
  external: [field(legalSettings, 'external_content_display', 'visitors')],
})

export const loginPage = page('people', 'login', {
  registration: [
    field(loginSettings, 'allow_new_registrations', 'visitors', { explainsOff: true }),
    field(loginSettings, 'allow_email_registrations', 'visitors', { explainsOff: true }),
    field(loginSettings, 'allow_email_domains', 'visitors', { isLtr: true }),
  ],
  access: [
    field(loginSettings, 'allow_password_login', 'members', { explainsOff: true }),
    field(loginSettings, 'login_required', 'visitors'),
    field(loginSettings, 'require_second_factor_for_staff', 'staff'),
  ],
})

export const usersPage = page('people', 'settings-users', {
  profile: [
    field(userSettings, 'allow_update_display_name', 'members'),
    field(userSettings, 'allow_update_username', 'members'),
    field(userSettings, 'allow_update_avatar', 'members'),
    field(userSettings, 'allow_update_bio', 'members'),
    field(userSettings, 'allow_update_website', 'members'),
    field(userSettings, 'allow_update_location', 'members'),
  ],
  avatars: [
    field(userSettings, 'default_avatar', 'visitors'),
    field(userSettings, 'gravatar_base_url', 'visitors', { isLtr: true }),
  ],
})

export const privilegesPage = page('people', 'privileges', {
  levels: [
    field(privilegeSettings, 'level', 'members'),
    field(privilegeSettings, 'custom', 'members', { control: 'privileges' }),
  ],
})

export const writePage = page('content', 'write', {
  posts: [
    field(writeSettings, 'restrict_answer', 'members'),
    field(writeSettings, 'protected_reputation', 'members', { unit: 'points' }),
  ],
  tags: [
    field(writeSettings, 'required_tag', 'members'),
    field(writeSettings, 'recommend_tags', 'members', { control: 'tags' }),
    field(writeSettings, 'reserved_tags', 'members', { control: 'tags' }),
  ],
  uploads: [
    field(writeSettings, 'max_image_size', 'members', { unit: 'mb' }),
    field(writeSettings, 'max_image_megapixel', 'members', { unit: 'megapixels' }),
    field(writeSettings, 'authorized_image_extensions', 'members', { isLtr: true }),
    field(writeSettings, 'max_attachment_size', 'members', { unit: 'mb' }),
    field(writeSettings, 'authorized_attachment_extensions', 'members', { isLtr: true }),
    field(writeSettings, 'max_user_storage', 'members', { unit: 'mb' }),
  ],
  deletion: [
    field(writeSettings, 'deletion_block_posts', 'members', { unit: 'posts' }),
    field(writeSettings, 'deletion_block_within_days', 'members', { unit: 'days' }),
    field(writeSettings, 'deletion_block_days', 'members', { unit: 'days' }),
  ],
})

export const moderationPage = page('content', 'moderation', {
  holding: [
    field(moderationSettings, 'hold_first_posts', 'members', { unit: 'posts' }),
    field(moderationSettings, 'hold_links_below', 'members', { unit: 'points' }),
    field(moderationSettings, 'hold_words', 'members'),
    field(moderationSettings, 'hold_networks', 'members', { isLtr: true }),
    field(moderationSettings, 'hold_email_domains', 'members', { isLtr: true }),
    field(moderationSettings, 'hold_accepted_edits', 'members'),
  ],
  spam: [
    field(moderationSettings, 'spam_scoring', 'staff'),
    field(moderationSettings, 'spam_threshold', 'staff', { unit: 'points' }),
  ],
  flags: [
    field(writeSettings, 'flag_pause_ignored', 'members', { unit: 'flags' }),
    field(writeSettings, 'flag_pause_within_days', 'members', { unit: 'days' }),
    field(writeSettings, 'flag_pause_days', 'members', { unit: 'days' }),
  ],
})

export const votingPage = page('content', 'voting', {
  serial: [field(votingSettings, 'serial_votes', 'staff', { unit: 'votes' })],
})

export const smtpPage = page('delivery', 'smtp', {
  sender: [
    field(smtpSettings, 'from_email', 'members', { isLtr: true }),
    field(smtpSettings, 'from_name', 'members'),
  ],
  server: [
    field(smtpSettings, 'smtp_host', 'staff', { isLtr: true }),
    field(smtpSettings, 'smtp_port', 'staff'),
    field(smtpSettings, 'encryption', 'staff'),
    field(smtpSettings, 'smtp_authentication', 'staff'),
    field(smtpSettings, 'smtp_username', 'staff', { isLtr: true }),
    field(smtpSettings, 'smtp_password', 'staff', { control: 'secret', isLtr: true }),
  ],
})

export const mailDeliveryPage = page('delivery', 'email-delivery', {
  limits: [
    field(mailDeliverySettings, 'mails_per_minute', 'members', { unit: 'emails' }),
    field(mailDeliverySettings, 'mails_per_day', 'members', { unit: 'emails' }),
  ],
  bounces: [field(mailDeliverySettings, 'bounce_address', 'staff', { isLtr: true })],
})

/** In the order of the navigation. */
export const settingsPages: readonly SettingsPage[] = [
  generalPage,
  interfacePage,
  brandingPage,
  themesPage,
  customMarkupPage,
  seoPage,
  legalPage,
  siteModePage,
  loginPage,
  usersPage,
  privilegesPage,
  writePage,
  moderationPage,
  votingPage,
  smtpPage,
  mailDeliveryPage,
]

/** Fields on no page, with the reason. */
export const fieldsWithoutPage: Readonly<Record<string, string>> = {
  'first_steps.states': 'changed on the dashboard',
  'legal.terms_of_service_parsed_text': 'the server renders it from the original text',
  'legal.privacy_policy_parsed_text': 'the server renders it from the original text',
}

export function fieldsOf(target: SettingsPage): SettingField[] {
  return target.sections.flatMap(({ fields }) => fields)
}

export function findSettingsPage(name: string): SettingsPage | undefined {
  return settingsPages.find((candidate) => candidate.name === name)
}

const fieldsByKey = new Map(
  settingsPages.flatMap((target) => fieldsOf(target).map((found) => [settingKey(found), found])),
)

export function findSettingField(group: string, name: string): SettingField | undefined {
  return fieldsByKey.get(settingKey({ group, name }))
}

export function isSecretSetting(group: string, name: string): boolean {
  return findSettingField(group, name)?.control === 'secret'
}
