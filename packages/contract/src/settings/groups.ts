import type { SettingsGroup } from './group.ts'
import { mailDeliverySettings } from './mails.ts'
import { moderationSettings } from './moderation.ts'
import { loginSettings, privilegeSettings, userSettings } from './people.ts'
import {
  brandingSettings,
  customMarkupSettings,
  firstStepSettings,
  generalSettings,
  interfaceSettings,
  legalSettings,
  seoSettings,
  themeSettings,
} from './site.ts'
import { siteModeSettings } from './site-mode.ts'
import { votingSettings } from './voting.ts'
import { smtpSettings, writeSettings } from './writing.ts'

export const settingsGroups: readonly SettingsGroup[] = [
  generalSettings,
  interfaceSettings,
  brandingSettings,
  themeSettings,
  customMarkupSettings,
  seoSettings,
  legalSettings,
  loginSettings,
  userSettings,
  privilegeSettings,
  writeSettings,
  moderationSettings,
  smtpSettings,
  mailDeliverySettings,
  votingSettings,
  firstStepSettings,
  siteModeSettings,
]
