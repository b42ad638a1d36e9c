import { createPublicKey, createVerify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificate } from '../../../../scripts/services/certificates.ts'
import { aSite, type TestSite } from '../site.ts'
import { aLoginPlugin, rejectionMessage, type Started } from './login-plugin.ts'
import { attacks } from './saml-attacks.ts'
import {
  aSamlProvider,
  encode,
  entityId,
  readRequest,
  type Response,
  ssoUrl,
} from './saml-provider.ts'

const provider = aSamlProvider()
let site: TestSite
let plugin: Awaited<ReturnType<typeof aLoginPlugin>>
const settings = {
  label: 'Example',
  sso_url: ssoUrl,
  idp_entity_id: entityId,
  idp_certificates: provider.keys.certificate,
}
beforeAll(async () => {
  site = await aSite({ env: { STOA_SECRET_KEY: 'k'.repeat(43) } })
  plugin = await aLoginPlugin(site, 'saml')
  await plugin.configure(settings)
})
afterAll(() => site.close())

const failed =
  'Login with Example failed. Please try again. If it happens again, tell the admins of the site.'

const finish = (started: Started, SAMLResponse: string, method: 'GET' | 'POST' = 'POST') =>
  plugin.finish(started, { SAMLResponse, RelayState: started.state }, method)

async function logIn(changes: Partial<Response> = {}) {
  const started = await plugin.start()
  return await finish(started, encode(provider.respond(readRequest(started.url), changes)))
}

/** The first attack whose reason is not in the log, which has them in their order. */
function findUnexplained(lines: string[]): string | null {
  let from = 0
  for (const { name, reason } of attacks) {
    const at = lines.findIndex((line, index) => index >= from && reason.test(line))
    if (at === -1) return [name, ...lines.slice(from, from + 2)].join('\n')
    from = at + 1
  }
  return null
}

describe('a request', () => {
  it('names the site, the login and where to respond', async () => {
    const started = await plugin.start()
    const request = readRequest(started.url)
    expect(request.url.href.startsWith(`${ssoUrl}&`)).toBe(true)
    expect(request).toMatchObject({
      issuer: 'http://localhost:3000/p/saml',
      callbackUrl: plugin.callbackUrl,
      relayState: started.state,
    })
    expect(started.memory).toEqual({ requestId: request.id })
    expect(request.id).not.toBe(readRequest((await plugin.start()).url).id)
  })

  it('is signed if the site has a key', async () => {
    const { key, certificate } = createCertificate('site')
    await plugin.configure({ ...settings, private_key: key, certificate })
    const { url } = readRequest((await plugin.start()).url)
    const [, query = ''] = /&(SAMLRequest=.*)&Signature=/.exec(url.search) ?? []
    const verifier = createVerify('RSA-SHA256').update(query)
    const signature = Buffer.from(url.searchParams.get('Signature') ?? '', 'base64')
    expect(verifier.verify(createPublicKey(certificate), signature)).toBe(true)
    await plugin.configure({ ...settings, private_key: '', certificate: '' })
  })
})

describe('an honest response', () => {
  const ada = {
    id: 'login.example.org/metadata#ada-7',
    displayName: 'Ada Lovelace',
    username: 'ada',
    email: 'ada@example.org',
    isEmailVerified: false,
    role: null,
  }

  it.each<Partial<Response>>([
    {},
    { signs: ['assertion', 'response'] },
    { destination: '' },
    { notBefore: 30 },
    { notOnOrAfter: -30, subjectNotOnOrAfter: -30 },
    {
      algorithms: {
        signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
        digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
        canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
      },
    },
  ])('is accepted: %o', async (changes) => {
    expect(await logIn(changes)).toEqual(ada)
  })

  it('may be pretty, with a declaration and line breaks in Base64', async () => {
    const started = await plugin.start()
    const xml = provider.respond(readRequest(started.url), {
      assertion: (assertion) => assertion.replaceAll('><', '>\r\n  <'),
    })
    const value = encode(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
    expect(await finish(started, value.replaceAll(/(.{76})/g, '$1\r\n'))).toEqual(ada)
  })

  it('may be signed with the second of two certificates', async () => {
    const idp_certificates = `${provider.otherKeys.certificate}${provider.keys.certificate}`
    await plugin.configure({ ...settings, idp_certificates })
    expect(await logIn()).toEqual(ada)
    expect(await logIn({ keys: provider.otherKeys })).toEqual(ada)
    const [, bare = ''] = /-----\n([\s\S]*)\n-----/.exec(provider.keys.certificate) ?? []
    await plugin.configure({ ...settings, idp_certificates: bare })
    expect(await logIn()).toEqual(ada)
    await plugin.configure(settings)
  })

  it('sets the email, id and role as configured', async () => {
    await plugin.configure({
      ...settings,
      trust_emails: true,
      id_attribute: 'employee',
      admin_groups: 'admins',
      moderator_groups: 'moderators',
    })
    const attributes = { employee: ['4711'], mail: ['a@example.org'], groups: ['moderators'] }
    const user = { id: 'login.example.org/metadata#4711', email: 'a@example.org' }
    expect(await logIn({ attributes })).toMatchObject({
      ...user,
      isEmailVerified: true,
      role: 'moderator',
    })
    const admin = { ...attributes, groups: ['x', 'admins'] }
    expect(await logIn({ attributes: admin })).toMatchObject({ role: 'admin' })
    const nobody = { ...attributes, groups: ['admins2'] }
    expect(await logIn({ attributes: nobody })).toMatchObject({ role: 'user' })
    const cleared = {
      trust_emails: false,
      id_attribute: '',
      admin_groups: '',
      moderator_groups: '',
    }
    await plugin.configure({ ...settings, ...cleared })
  })

  it('is not used twice, nor for another login', async () => {
    const [own, other] = [await plugin.start(), await plugin.start()]
    const value = encode(provider.respond(readRequest(own.url)))
    expect(await finish(own, value)).toEqual(ada)
    expect(await rejectionMessage(finish(other, value))).toBe(failed)
    expect(await rejectionMessage(finish(other, value, 'GET'))).toBe(failed)
  })
})

describe('a response that is not honest', () => {
  it.each(attacks)('is rejected: $name', async ({ respond }) => {
    const started = await plugin.start()
    const value = respond(provider, readRequest(started.url))
    expect(await rejectionMessage(finish(started, value))).toBe(failed)
  })

  it('is rejected for the right reason', async () => {
    await expect.poll(async () => findUnexplained(await plugin.readLog())).toBeNull()
  })

  it('says that it was denied', async () => {
    const status = 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied'
    const message = await rejectionMessage(logIn({ status, assertion: () => '', signs: [] }))
    expect(message).toMatch(/^You did not log in with Example/)
  })

  it('says that encryption is not supported', async () => {
    const assertion = () =>
      '<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>'
    const message = await rejectionMessage(logIn({ assertion, signs: ['response'] }))
    expect(message).toMatch(/is encrypted, which is not supported/)
  })

  it('does not disable the plugin', async () => {
    expect(site.ctx.plugins.find('saml')?.isEnabled).toBe(true)
    expect(site.ctx.plugins.use('saml').failures).toBe(0)
    expect(await logIn()).toMatchObject({ username: 'ada' })
  })

  it('may be as large as allowed, many times at once', async () => {
    const groups = Array.from({ length: 950 }, (_, at) => `group ${at} ${'x'.repeat(80)}`)
    const started = await plugin.start()
    const xml = provider.respond(readRequest(started.url), { attributes: { groups } })
    const forged = encode(xml.replace('ada-7', 'x'))
    const logins = [xml, ...Array<string>(15).fill(forged)].map((value) =>
      finish(started, value === xml ? encode(xml) : forged).then(
        ({ id }) => id,
        (error: unknown) => (error as Error).message,
      ),
    )
    const [honest, ...others] = await Promise.all(logins)
    expect(honest).toBe('login.example.org/metadata#ada-7')
    expect(new Set(others)).toEqual(new Set([failed]))
    expect(site.ctx.plugins.use('saml').failures).toBe(0)
  })
})
