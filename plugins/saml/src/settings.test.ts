import type { PluginValues } from '@stoa/contract/plugin-fields'
import { createTestKit } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import { createAuthority, createCertificate } from '../../../scripts/services/certificates.ts'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'
import { findProblems } from './settings-problems.ts'

const provider = createCertificate('provider')
const site = createCertificate('site')
const elliptic = createAuthority()
const valid = {
  sso_url: 'https://login.example.org/sso',
  idp_entity_id: 'https://login.example.org',
  idp_certificates: provider.certificate,
}
const aKit = (settings: PluginValues = {}) =>
  createTestKit({ manifest, settings: { ...valid, ...settings } })
const problemsOf = (settings: PluginValues) => Object.keys(findProblems(aKit(settings).settings))

describe('settings', () => {
  it.each<PluginValues>([
    {},
    { clock_skew: '0' },
    { idp_certificates: `${provider.certificate}\n${site.certificate}` },
    { idp_certificates: provider.certificate.replaceAll(/-----.*-----/g, '') },
    { idp_certificates: provider.certificate.replaceAll(/(?<=[\w+/])\n(?=[\w+/])/g, '') },
    { private_key: site.key, certificate: site.certificate },
  ])('accept %o', (settings) => {
    expect(problemsOf(settings)).toEqual([])
  })

  it.each<[settings: PluginValues, fields: string[]]>([
    [{ clock_skew: '3600' }, ['clock_skew']],
    [{ clock_skew: '-1' }, ['clock_skew']],
    [{ clock_skew: 'x' }, ['clock_skew']],
    [{ idp_certificates: 'AAAA' }, ['idp_certificates']],
    [{ idp_certificates: provider.key }, ['idp_certificates']],
    [{ idp_certificates: elliptic.certificate }, ['idp_certificates']],
    [{ private_key: site.key }, ['certificate']],
    [{ certificate: site.certificate }, ['private_key', 'certificate']],
    [{ private_key: site.key, certificate: provider.certificate }, ['certificate']],
    [{ private_key: elliptic.key, certificate: elliptic.certificate }, ['private_key']],
    [{ private_key: 'x', certificate: site.certificate }, ['private_key', 'certificate']],
  ])('have problems: %o', (settings, fields) => {
    expect(problemsOf(settings)).toEqual(fields)
  })

  it('are needed for a login', async () => {
    const request = { callbackUrl: 'https://stoa.example/callback', state: 'x' }
    const start = Promise.resolve(plugin.connector?.start?.(request, aKit({ sso_url: '' })))
    await expect(start).rejects.toThrow('This login is not set up yet.')
  })
})

describe('the page', () => {
  const pageWith = async (settings: PluginValues) =>
    (await plugin.page?.({ path: '', query: {} }, aKit(settings)))?.html ?? ''
  const callback = 'https://stoa.example/answer/api/v1/connector/redirect/saml'

  it('shows what the identity provider has to know', async () => {
    const html = await pageWith({})
    expect(html).toContain('<code>https://stoa.example/p/saml</code>')
    expect(html).toContain(`<code>${callback}</code>`)
    expect(html).toContain(`Location=&quot;${callback}&quot;`)
    expect(html).toContain('WantAssertionsSigned=&quot;true&quot;')
    expect(html).toContain('AuthnRequestsSigned=&quot;false&quot;')
    expect(await pageWith({ sp_entity_id: 'urn:stoa' })).toContain('entityID=&quot;urn:stoa&quot;')
  })

  it('shows the certificate of signed requests, not the key', async () => {
    const html = await pageWith({ private_key: site.key, certificate: site.certificate })
    const middle = (pem: string) => pem.split('\n')[5] ?? 'none'
    expect(html).toContain(middle(site.certificate))
    expect(html).not.toContain(middle(site.key))
    expect(html).toContain('AuthnRequestsSigned=&quot;true&quot;')
  })
})
