// Interoperability with Keycloak. `pnpm servers keycloak` starts it and runs this file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callKeycloak,
  realm,
  samlClient,
  toSamlClient,
  users,
} from '../../../../scripts/servers/keycloak-realm.ts'
import { createCertificate } from '../../../../scripts/services/certificates.ts'
import { aSite, type TestSite } from '../site.ts'
import { aLoginPlugin, rejectionMessage } from './login-plugin.ts'
import { aBrowser, readForm } from './provider-browser.ts'

const toPem = (text = '') => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`
const url = process.env['STOA_TEST_KEYCLOAK_URL'] ?? ''

describe.skipIf(url === '')('login with Keycloak by SAML', () => {
  let site: TestSite
  let plugin: Awaited<ReturnType<typeof aLoginPlugin>>
  let settings: Record<string, string>

  beforeAll(async () => {
    site = await aSite({ env: { STOA_SECRET_KEY: 'k'.repeat(43) } })
    plugin = await aLoginPlugin(site, 'saml')
    settings = { label: 'Keycloak', sp_entity_id: samlClient.id, ...(await readMetadata()) }
    await plugin.configure(settings)
  })
  afterAll(() => site.close())

  async function readMetadata() {
    const response = await fetch(`${url}/realms/${realm}/protocol/saml/descriptor`)
    const xml = await response.text()
    const certificates = [...xml.matchAll(/X509Certificate>([^<]+)</g)]
    const redirect = /<[^<]*SingleSignOnService[^>]*HTTP-Redirect"[^>]*>/.exec(xml)?.[0] ?? ''
    return {
      sso_url: /Location="([^"]*)"/.exec(redirect)?.[1] ?? '',
      idp_entity_id: /entityID="([^"]*)"/.exec(xml)?.[1] ?? '',
      // More than one, after a rotation.
      idp_certificates: certificates.map(([, text]) => toPem(text)).join('\n'),
    }
  }

  async function logIn(user: keyof typeof users) {
    const started = await plugin.start()
    const browser = aBrowser()
    const { username, password } = users[user]
    const page = await browser.submit(await browser.open(started.url), { username, password })
    const { action, fields } = readForm(page)
    expect(action).toBe(plugin.callbackUrl)
    expect(fields['RelayState']).toBe(started.state)
    return await plugin.finish(started, fields, 'POST')
  }

  async function createClient(clientId: string, attributes: Record<string, string>) {
    const client = toSamlClient()
    const body = { ...client, clientId, attributes: { ...client.attributes, ...attributes } }
    await callKeycloak(url, { method: 'POST', path: `/${realm}/clients`, body })
  }

  it('returns users with what Keycloak vouches for', async () => {
    const ada = await logIn('ada')
    expect(ada).toMatchObject({
      displayName: 'Ada Example',
      username: 'ada',
      email: 'ada@example.org',
      isEmailVerified: false,
      role: null,
    })
    expect(await logIn('ada')).toEqual(ada)
    expect((await logIn('bob')).id).not.toBe(ada.id)
  })

  it('sets roles by groups', async () => {
    await plugin.configure({ ...settings, moderator_groups: 'staff' })
    expect((await logIn('ada')).role).toBe('moderator')
    expect((await logIn('bob')).role).toBe('user')
    await plugin.configure({ ...settings, moderator_groups: '' })
  })

  it('signs its requests, if Keycloak requires it', async () => {
    const { key, certificate } = createCertificate('stoa')
    const bare = certificate.replaceAll(/-----.*-----|\s/g, '')
    await createClient('stoa-signed', {
      'saml.client.signature': 'true',
      'saml.signing.certificate': bare,
    })
    const signed = { ...settings, sp_entity_id: 'stoa-signed' }
    await plugin.configure({ ...signed, private_key: key, certificate })
    expect((await logIn('ada')).email).toBe('ada@example.org')
    await plugin.configure({ ...settings, private_key: '', certificate: '' })
  })

  it('explains that encryption is not supported', async () => {
    const { certificate } = createCertificate('stoa')
    await createClient('stoa-encrypted', {
      'saml.encrypt': 'true',
      'saml.encryption.certificate': certificate.replaceAll(/-----.*-----|\s/g, ''),
    })
    await plugin.configure({ ...settings, sp_entity_id: 'stoa-encrypted' })
    expect(await rejectionMessage(logIn('ada'))).toMatch(/encrypted, which is not supported/)
    await plugin.configure(settings)
  })
})
