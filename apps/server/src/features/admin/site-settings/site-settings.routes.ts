import { checkMailServer } from '@stoa/contract/features/mail-check'
import {
  adminLanguageOptions,
  changeBrandingSettings,
  changeCustomMarkup,
  changeGeneralSettings,
  changeInterfaceSettings,
  changeLegalSettings,
  changeLoginSettings,
  changeMailDelivery,
  changeModerationSettings,
  changePrivilegeSettings,
  changeSeoSettings,
  changeSiteMode,
  changeSmtpSettings,
  changeThemeSettings,
  changeUserSettings,
  changeVotingSettings,
  changeWriteSettings,
  getBrandingSettings,
  getCustomMarkup,
  getGeneralSettings,
  getInterfaceSettings,
  getLegalSettings,
  getLoginSettings,
  getMailDelivery,
  getModerationSettings,
  getPrivilegeSettings,
  getSeoSettings,
  getSiteMode,
  getSmtpSettings,
  getThemeSettings,
  getUserSettings,
  getVotingSettings,
  getWriteSettings,
  legalText,
  listSettingChanges,
  resetSettings,
  restoreSettings,
  searchSettings,
  settingsState,
} from '@stoa/contract/features/site-settings'
import { settingField } from '@stoa/contract/settings/fields'
import {
  brandingPage,
  customMarkupPage,
  findSettingsPage,
  generalPage,
  interfacePage,
  legalPage,
  loginPage,
  mailDeliveryPage,
  moderationPage,
  privilegesPage,
  seoPage,
  siteModePage,
  smtpPage,
  themesPage,
  usersPage,
  votingPage,
  writePage,
} from '@stoa/contract/settings/pages'
import { userSettings } from '@stoa/contract/settings/people'
import { legalSettings, themes } from '@stoa/contract/settings/site'
import { languages } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { checkMail, recordMailCheck } from './mail-check.actions.ts'
import { listPrivilegeLevels, toPrivilegeInput } from './privileges.wire.ts'
import { findSettings } from './settings-search.ts'
import {
  resetPageSettings,
  restoreSettings as restore,
  saveSettings,
} from './site-settings.actions.ts'
import { listSettingsHistory, readSettings, readSettingsState } from './site-settings.queries.ts'
import { tryTestEmail } from './test-email.actions.ts'

const defaultAvatar = settingField(userSettings, 'default_avatar', 'visitors')
/** The call of the interface has the default avatar too, which is on the page of the users. */
const interfaceCall = {
  ...interfacePage,
  sections: [...interfacePage.sections, { name: 'avatars', fields: [defaultAvatar] }],
}

const languageList = languages.map(({ locale, name }) => ({ value: locale, label: name }))

export const siteSettingsRoutes = [
  route(getGeneralSettings, async ({ ctx }) => readSettings(ctx.settings, generalPage)),
  route(changeGeneralSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, generalPage, input)),
  ),
  route(getInterfaceSettings, async ({ ctx }) => readSettings(ctx.settings, interfaceCall)),
  route(changeInterfaceSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, interfaceCall, input)),
  ),
  route(getBrandingSettings, async ({ ctx }) => readSettings(ctx.settings, brandingPage)),
  route(changeBrandingSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, brandingPage, input)),
  ),
  route(getThemeSettings, async ({ ctx, caller }) => {
    const t = translator(caller.locale)
    const label = (name: (typeof themes)[number]) => t(`setting_option.theme.theme.${name}`)
    return {
      ...readSettings(ctx.settings, themesPage),
      theme_options: themes.map((name) => ({ value: name, label: label(name) })),
    }
  }),
  route(changeThemeSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, themesPage, input)),
  ),
  route(getCustomMarkup, async ({ ctx }) => readSettings(ctx.settings, customMarkupPage)),
  route(changeCustomMarkup, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, customMarkupPage, input)),
  ),
  route(getSeoSettings, async ({ ctx }) => readSettings(ctx.settings, seoPage)),
  route(changeSeoSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, seoPage, input)),
  ),
  route(getLegalSettings, async ({ ctx }) => ({ ...ctx.settings.get(legalSettings) })),
  route(changeLegalSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, legalPage, input)),
  ),
  route(getSiteMode, async ({ ctx }) => readSettings(ctx.settings, siteModePage)),
  route(changeSiteMode, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, siteModePage, input)),
  ),
  route(getLoginSettings, async ({ ctx }) => readSettings(ctx.settings, loginPage)),
  route(changeLoginSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, loginPage, input)),
  ),
  route(getUserSettings, async ({ ctx }) => readSettings(ctx.settings, usersPage)),
  route(changeUserSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, usersPage, input)),
  ),
  route(getWriteSettings, async ({ ctx }) => readSettings(ctx.settings, writePage)),
  route(changeWriteSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, writePage, input)),
  ),
  route(getModerationSettings, async ({ ctx }) => readSettings(ctx.settings, moderationPage)),
  route(changeModerationSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, moderationPage, input)),
  ),
  route(getVotingSettings, async ({ ctx }) => readSettings(ctx.settings, votingPage)),
  route(changeVotingSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, votingPage, input)),
  ),
  route(getMailDelivery, async ({ ctx }) => readSettings(ctx.settings, mailDeliveryPage)),
  route(changeMailDelivery, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, mailDeliveryPage, input)),
  ),
  route(getSmtpSettings, async ({ ctx }) => readSettings(ctx.settings, smtpPage)),
  route(changeSmtpSettings, async ({ input, actor, ctx, transact }) => {
    const { test_email_recipient: recipient, ...changes } = input
    const to = typeof recipient === 'string' ? recipient : undefined
    const saved = await transact(async (tx) => ({
      ...(await saveSettings(tx, actor, smtpPage, changes)),
      test_email: null,
    }))
    return { ...saved, test_email: await tryTestEmail(ctx, to) }
  }),
  route(checkMailServer, async ({ input, actor, ctx, transact }) => {
    const recorded = await transact((tx) => recordMailCheck(tx, actor, input))
    return await checkMail(ctx, input, recorded)
  }),
  route(getPrivilegeSettings, async ({ ctx, caller }) =>
    listPrivilegeLevels(ctx.settings, translator(caller.locale)),
  ),
  route(changePrivilegeSettings, ({ input, actor, transact }) =>
    transact((tx) => saveSettings(tx, actor, privilegesPage, toPrivilegeInput(input))),
  ),

  route(settingsState, ({ input, ctx }) =>
    readSettingsState(ctx.db, ctx.settings, pageOf(input.settings_page)),
  ),
  route(listSettingChanges, ({ input, ctx }) =>
    listSettingsHistory(ctx.db, pageOf(input.settings_page), input),
  ),
  route(restoreSettings, ({ input, actor, transact }) =>
    transact((tx) => restore(tx, actor, input.ids)),
  ),
  route(resetSettings, ({ input, actor, transact }) =>
    transact((tx) => resetPageSettings(tx, actor, pageOf(input.settings_page), input.settings)),
  ),
  route(searchSettings, async ({ input, caller }) =>
    findSettings(input.query, translator(caller.locale)),
  ),
  route(adminLanguageOptions, async () => languageList),
  route(legalText, async ({ input, ctx }) => {
    const legal = ctx.settings.get(legalSettings)
    if (input.info_type === 'tos') {
      const { terms_of_service_original_text, terms_of_service_parsed_text } = legal
      return { terms_of_service_original_text, terms_of_service_parsed_text }
    }
    const { privacy_policy_original_text, privacy_policy_parsed_text } = legal
    return { privacy_policy_original_text, privacy_policy_parsed_text }
  }),
]

function pageOf(name: string) {
  return findSettingsPage(name) ?? fail('base.not_found')
}
