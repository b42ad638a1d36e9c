import type { PluginValue, PluginValues } from '@stoa/contract/plugin-fields'
import { X509Certificate } from 'node:crypto'
import { normalizeDn } from './dn.ts'
import { isFilter } from './filter.ts'
import { parseServer, readSettings, type Settings, splitLines } from './settings.ts'

const maxServers = 5
const attributePattern = /^[a-z][a-z0-9-]*$/i

/** What is wrong with settings, by field. */
export function findProblems(values: PluginValues): Record<string, string> {
  const problems: Record<string, string> = {}
  const report = (isProblem: boolean, field: string, message: string) => {
    if (isProblem) problems[field] ??= message
  }
  const settings = readSettings(values)
  const { userFilter, groupFilter, groupBaseDn, bindDn, bindPassword } = settings
  const urls = splitLines(String(values['url'] ?? ''))
  report(
    urls.some((url) => parseServer(url) === null),
    'url',
    'Enter ldap:// or ldaps:// URLs.',
  )
  report(urls.length > maxServers, 'url', `Enter at most ${maxServers} servers.`)
  report(
    isUnencrypted(settings) && !settings.allowsPlain,
    'start_tls',
    'Without StartTLS, ldap:// connections are not encrypted. Use ldaps://, or allow unencrypted connections.',
  )
  report(!areCertificates(values['ca'], settings.ca), 'ca', 'Enter certificates in PEM format.')
  // Servers accept a DN without a password as an anonymous user.
  report(bindDn !== '' && bindPassword === '', 'bind_password', 'Enter the password.')
  report(!isDn(settings.baseDn), 'base_dn', 'Enter a DN, such as dc=example,dc=org.')
  report(values['group_base_dn'] !== '' && !isDn(groupBaseDn), 'group_base_dn', 'Enter a DN.')
  report(!isFilter(userFilter), 'user_filter', 'Enter a filter in parentheses.')
  report(!userFilter.includes('{username}'), 'user_filter', 'The filter needs {username}.')
  report(
    groupFilter !== '' && !isFilter(groupFilter),
    'group_filter',
    'Enter a filter in parentheses.',
  )
  for (const [name, attribute] of Object.entries(settings.attributes)) {
    const isValid = attributePattern.test(attribute) || (name === 'groups' && attribute === '')
    const field = name === 'groups' ? 'group_attribute' : `${name}_attribute`
    report(!isValid, field, 'Enter the name of an attribute.')
  }
  for (const [name, list] of Object.entries(settings.groups))
    report(!list.every(isDn), `${name}_groups`, 'Enter one DN per line.')
  return problems
}

function isUnencrypted({ servers, startTls }: Settings): boolean {
  return !startTls && servers.some(({ hasTls }) => !hasTls)
}

function isDn(text: string): boolean {
  return normalizeDn(text) !== null
}

function areCertificates(entered: PluginValue | undefined, certificates: string[]): boolean {
  if (certificates.length === 0) return entered === undefined || entered === ''
  try {
    return certificates.every((one) => new X509Certificate(one).fingerprint256 !== '')
  } catch {
    return false
  }
}
