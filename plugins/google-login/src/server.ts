import { Rejection } from '@stoa/plugin-kit/server'
import { openIdConnect } from '@stoa/sign-in/openid-connect'
import { readLines } from '@stoa/sign-in/settings'

const domainPattern = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

const plugin = openIdConnect({
  issuer: 'https://accounts.google.com',
  label: 'Google',
  parameters({ settings }): Record<string, string> {
    const domains = readDomains(settings)
    if (domains.length === 0) return {}
    return { hd: domains.length === 1 ? (domains[0] ?? '') : '*' }
  },
  // The parameter only changes what Google offers. The claim decides.
  check({ hd }, { settings, t }) {
    const domains = readDomains(settings)
    const isAllowed = typeof hd === 'string' && domains.includes(hd.toLowerCase())
    if (domains.length > 0 && !isAllowed)
      throw new Rejection(t('domain', { domains: domains.join(', ') }))
  },
  // The email of another company may belong to somebody else by now.
  vouches: ({ hd, email }) =>
    typeof hd === 'string' || (typeof email === 'string' && /@gmail\.com$/i.test(email)),
})

function readDomains(settings: Parameters<typeof readLines>[0]): string[] {
  return readLines(settings, 'domains').map((domain) => domain.toLowerCase())
}

export default {
  ...plugin,
  checkSettings(settings): Record<string, string> {
    const wrong = readDomains(settings).find((domain) => !domainPattern.test(domain))
    return wrong === undefined ? {} : { domains: `${wrong} is not a domain, such as example.com.` }
  },
} satisfies typeof plugin
