import type { PluginValues } from '@stoa/contract/plugin-fields'
import { createTestKit } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import { createCertificate } from '../../../scripts/services/certificates.ts'
import manifest from '../plugin.json' with { type: 'json' }
import { findProblems } from './settings-problems.ts'
import { readSettings } from './settings.ts'

const valid = { url: 'ldaps://ldap.example.org', base_dn: 'dc=example,dc=org' }
const problemsOf = (settings: PluginValues) =>
  Object.keys(
    findProblems(createTestKit({ manifest, settings: { ...valid, ...settings } }).settings),
  )

describe('settings', () => {
  it('are valid with defaults', () => {
    expect(problemsOf({})).toEqual([])
  })

  it('list servers with their ports', () => {
    const url = 'ldap://one.example.org\n\n ldaps://two.example.org:1636/ \nldaps://[::1]'
    expect(readSettings({ url }).servers).toEqual([
      { url: 'ldap://one.example.org', host: 'one.example.org', port: 389, hasTls: false },
      { url: 'ldaps://two.example.org:1636/', host: 'two.example.org', port: 1636, hasTls: true },
      { url: 'ldaps://[::1]', host: '::1', port: 636, hasTls: true },
    ])
  })

  it.each<[field: string, settings: PluginValues]>([
    ['url', { url: 'https://ldap.example.org' }],
    ['url', { url: 'ldap.example.org' }],
    ['url', { url: 'ldaps://user@ldap.example.org' }],
    ['url', { url: 'ldaps://ldap.example.org/dc=example' }],
    ['url', { url: 'ldaps://a\n'.repeat(6) }],
    ['start_tls', { url: 'ldap://ldap.example.org', start_tls: false }],
    ['ca', { ca: 'a certificate' }],
    ['ca', { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
    ['bind_password', { bind_dn: 'cn=search,dc=example' }],
    ['base_dn', { base_dn: 'example.org' }],
    ['group_base_dn', { group_base_dn: 'groups' }],
    ['user_filter', { user_filter: 'uid={username}' }],
    ['user_filter', { user_filter: '(uid=*)' }],
    ['user_filter', { user_filter: '(&(uid={username})' }],
    ['group_filter', { group_filter: '(member={dn}' }],
    ['id_attribute', { id_attribute: 'entry UUID' }],
    ['group_attribute', { group_attribute: 'member of' }],
    ['required_groups', { required_groups: 'cn=a,dc=example\nadmins' }],
    ['admin_groups', { admin_groups: 'admins' }],
  ])('have a problem with %s: %o', (field, settings) => {
    expect(problemsOf(settings)).toEqual([field])
  })

  it.each<PluginValues>([
    { url: 'ldap://ldap.example.org' },
    { url: 'ldap://ldap.example.org', start_tls: false, allow_plain: true },
    { url: 'ldaps://ldap.example.org', start_tls: false },
    { ca: `${createCertificate('one').certificate}\n${createCertificate('two').certificate}` },
    { bind_dn: 'search@example.org', bind_password: ' x ' },
    { user_filter: '(&(objectCategory=person)(|(sAMAccountName={username})(mail={username})))' },
    { group_filter: '(member:1.2.840.113556.1.4.1941:={dn})', group_attribute: '' },
    { admin_groups: 'cn=admins,dc=example\n\ncn=Smith\\, John,dc=example\n' },
  ])('accept %o', (settings) => {
    expect(problemsOf(settings)).toEqual([])
  })
})
