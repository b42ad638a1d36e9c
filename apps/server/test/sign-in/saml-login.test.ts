import { currentUser } from '@stoa/contract/features/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patiently, visitor } from '../plugins.ts'
import { aSite, type TestSite } from '../site.ts'
import { aLoginPlugin } from './login-plugin.ts'
import { aSamlProvider, encode, entityId, readRequest, ssoUrl } from './saml-provider.ts'

const provider = aSamlProvider()
let site: TestSite
beforeAll(async () => {
  site = await aSite({ env: { STOA_SECRET_KEY: 'k'.repeat(43) } })
  const plugin = await aLoginPlugin(site, 'saml')
  await plugin.configure({
    label: 'Example',
    sso_url: ssoUrl,
    idp_entity_id: entityId,
    idp_certificates: provider.keys.certificate,
    trust_emails: true,
  })
  await plugin.start()
})
afterAll(() => site.close())

const callback = '/answer/api/v1/connector/redirect/saml'
const headers = {
  host: 'localhost:3000',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'cross-site',
}

/** Asks the site for a login, and returns the request and the cookie of the browser. */
async function start() {
  const url = '/answer/api/v1/connector/login/saml?redirect=%2Fquestions'
  const response = await site.app.inject({
    url,
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
  })
  expect(response.statusCode).toBe(302)
  const [cookie] = response.cookies
  return {
    request: readRequest(response.headers.location ?? ''),
    cookie: `${cookie?.name}=${cookie?.value}`,
  }
}

/** The form that the provider lets the browser send has no cookie of the site. */
const post = (xml: string, state: string) =>
  site.app.inject({
    method: 'POST',
    url: callback,
    headers: {
      ...headers,
      origin: 'https://login.example.org',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ SAMLResponse: encode(xml), RelayState: state }).toString(),
  })

const follow = (url: string, cookie: string) =>
  site.app.inject({ url, headers: { ...headers, cookie } })

describe('the page of the plugin', () => {
  it('shows the metadata of the site', async () => {
    const page = { path: '', query: {} }
    const shown = await patiently(() => site.ctx.plugins.call('saml', 'page', page, visitor))
    expect(shown?.html).toContain(`<code>http://localhost:3000${callback}</code>`)
    expect(shown?.html).toContain('&lt;EntityDescriptor')
  })
})

describe('a login with SAML', () => {
  it('ends with a session, although the response arrives without cookies', async () => {
    const { request, cookie } = await start()
    const posted = await post(provider.respond(request), request.relayState)
    expect(posted.statusCode).toBe(303)
    expect(posted.cookies).toEqual([])
    const finished = await follow(posted.headers.location ?? '', cookie)
    expect(finished.headers.location).toBe(
      '/users/auth-landing?outcome=signed_in&redirect=%2Fquestions',
    )
    const token = finished.cookies.find(({ name }) => name === 'sid')?.value
    expect(await site.as(token).call(currentUser, {})).toMatchObject({
      display_name: 'Ada Lovelace',
      e_mail: 'ada@example.org',
    })
  })

  it('logs in to the same account again', async () => {
    const ids = new Set()
    for (let count = 0; count < 2; count++) {
      const { request, cookie } = await start()
      const attributes = { uid: [`renamed-${count}`], email: ['ada@example.org'] }
      const posted = await post(provider.respond(request, { attributes }), request.relayState)
      const finished = await follow(posted.headers.location ?? '', cookie)
      const token = finished.cookies.find(({ name }) => name === 'sid')?.value
      ids.add((await site.as(token).call(currentUser, {}))?.id)
    }
    expect(ids.size).toBe(1)
    expect(ids).not.toContain(undefined)
  })

  it('works once', async () => {
    const { request, cookie } = await start()
    const xml = provider.respond(request)
    const posted = await post(xml, request.relayState)
    await follow(posted.headers.location ?? '', cookie)
    const again = await post(xml, request.relayState)
    for (const url of [posted.headers.location, again.headers.location]) {
      const finished = await follow(url ?? '', cookie)
      expect(finished.headers.location).toBe('/users/auth-landing?error=connector.expired')
    }
  })

  it('is only for the browser that began it', async () => {
    const [attacker, victim] = [await start(), await start()]
    const { relayState } = attacker.request
    const posted = await post(provider.respond(attacker.request), relayState)
    for (const cookie of [victim.cookie, '']) {
      const finished = await follow(posted.headers.location ?? '', cookie)
      expect(finished.headers.location).toBe('/users/auth-landing?error=connector.expired')
    }
  })

  it('is rejected with a response of another login, and without a login', async () => {
    const [one, other] = [await start(), await start()]
    const posted = await post(provider.respond(one.request), other.request.relayState)
    const finished = await follow(posted.headers.location ?? '', other.cookie)
    expect(finished.headers.location).toBe('/users/auth-landing?error=connector.rejected')
    const unsolicited = await post(provider.respond(one.request), '')
    const ended = await follow(unsolicited.headers.location ?? '', '')
    expect(ended.headers.location).toBe('/users/auth-landing?error=connector.expired')
  })
})
