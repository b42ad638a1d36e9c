import { oauth2 } from '@stoa/sign-in/oauth2'
import { readSetting } from '@stoa/sign-in/settings'

export default oauth2((settings) => ({
  label: readSetting(settings, 'label'),
  authorizeUrl: readSetting(settings, 'authorize_url'),
  tokenUrl: readSetting(settings, 'token_url'),
  userUrl: readSetting(settings, 'user_url'),
  emailsUrl: readSetting(settings, 'emails_url'),
  clientId: readSetting(settings, 'client_id'),
  clientSecret: readSetting(settings, 'client_secret'),
  usesHeader: settings['secret_in'] === 'header',
  usesPkce: settings['pkce'] === true,
  scopes: readSetting(settings, 'scopes'),
  paths: {
    id: readSetting(settings, 'id_path', 'id'),
    displayName: readSetting(settings, 'display_name_path'),
    username: readSetting(settings, 'username_path'),
    email: readSetting(settings, 'email_path'),
    emailVerified: readSetting(settings, 'email_verified_path'),
  },
  trustsEmails: settings['trust_emails'] === true,
}))
