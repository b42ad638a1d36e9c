import type { PluginValues } from '@stoa/contract/plugin-fields'
import { oauth2 } from '@stoa/sign-in/oauth2'
import { readSetting } from '@stoa/sign-in/settings'

export default oauth2((settings) => {
  const { web, api } = readUrls(settings)
  return {
    label: 'GitHub',
    authorizeUrl: `${web}/login/oauth/authorize`,
    tokenUrl: `${web}/login/oauth/access_token`,
    userUrl: `${api}/user`,
    emailsUrl: `${api}/user/emails`,
    clientId: readSetting(settings, 'client_id'),
    clientSecret: readSetting(settings, 'client_secret'),
    usesHeader: false,
    usesPkce: true,
    scopes: 'read:user user:email',
    paths: { id: 'id', displayName: 'name', username: 'login', email: '', emailVerified: '' },
    trustsEmails: false,
  }
})

/** Of GitHub, of a server of one's own, or of GitHub Enterprise Cloud with data residency. */
function readUrls(settings: PluginValues): { web: string; api: string } {
  const entered = URL.parse(readSetting(settings, 'enterprise_url'))
  if (entered === null || entered.hostname === 'github.com')
    return { web: 'https://github.com', api: 'https://api.github.com' }
  if (entered.hostname.endsWith('.ghe.com'))
    return { web: entered.origin, api: `https://api.${entered.hostname}` }
  return { web: entered.origin, api: `${entered.origin}/api/v3` }
}
