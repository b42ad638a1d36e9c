// A service with accounts, and plugins with which the site uses it: one sends the browser there, one asks for the password.
import { expect } from '@playwright/test'
import { loginWithConnector, startConnector } from '@stoa/contract/features/connectors'
import { setPluginConfig } from '@stoa/contract/features/plugins'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiClient } from './api-client.ts'
import { addPlugins } from './page-plugins.ts'
import type { Account } from './seed.ts'
import type { Site } from './site.ts'

export type ServiceAccount = {
  id: string
  displayName: string
  username: string
  email: string
  isEmailVerified: boolean
  role: null
}

let accountCount = 0

/** With a verified email, unless another is given. */
export function aServiceAccount(displayName: string, fields: Partial<ServiceAccount> = {}) {
  accountCount += 1
  const username = `${displayName.toLowerCase().replaceAll(/\W+/g, '-')}-${accountCount}`
  const email = `${username}-${Date.now()}@example.org`
  const account = { id: `id-${accountCount}`, displayName, username, email, isEmailVerified: true }
  return { ...account, role: null, ...fields }
}

/** Its login page has a button for each account, and one to cancel. */
export async function startLoginService() {
  const accounts: ServiceAccount[] = []
  const server = createServer((request, response) => respond(accounts, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** The only account that can be chosen from now on: other tests have users of the same name. */
    add(account: ServiceAccount) {
      accounts.splice(0, accounts.length, account)
      return account
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type LoginService = Awaited<ReturnType<typeof startLoginService>>

function respond(accounts: ServiceAccount[], { url = '/' }: IncomingMessage, to: ServerResponse) {
  const { pathname, searchParams: query } = new URL(url, 'http://service.example')
  if (pathname === '/user') {
    const found = accounts.find(({ id }) => id === query.get('code'))
    return to.setHeader('content-type', 'application/json').end(JSON.stringify(found ?? null))
  }
  const back = (result: Record<string, string>) => {
    const parameters = new URLSearchParams({ ...result, state: query.get('state') ?? '' })
    return `${query.get('redirect_uri')}?${parameters}`.replaceAll('&', '&amp;')
  }
  const links = accounts.map(({ id, displayName }) => link(back({ code: id }), displayName))
  const html = `<!doctype html><html lang="en"><title>Service</title><link rel="icon" href="data:,">
    <h1>Choose an account</h1>${links.join('')}${link(back({ error: 'access_denied' }), 'Cancel')}</html>`
  return to.setHeader('content-type', 'text/html').end(html)
}

const link = (url: string, text: string) => `<p><a href="${url}">${text}</a></p>`

const common = {
  version: '1.0.0',
  description: 'For a test.',
  author: 'Northbank',
  kit: '^1.0',
  kinds: ['connector'],
  permissions: { network: ['setting:url'] },
  settings: [{ name: 'url', type: 'input', title: 'URL', required: true }],
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 4h20v4H2zM4 10h4v10H4zM16 10h4v10h-4z"/></svg>`

const redirectPlugin = {
  manifest: {
    ...common,
    slug: 'northbank',
    name: 'Northbank login',
    server: {
      file: 'server.js',
      connector: { label: 'Northbank', icon: 'logo.svg', type: 'redirect' },
    },
    assets: ['logo.svg'],
  },
  files: {
    'logo.svg': logo,
    'server.js': `import { Rejection } from '@stoa/plugin-kit/server'
      export default { connector: {
        start({ callbackUrl, state }, { settings }) {
          const query = new URLSearchParams({ redirect_uri: callbackUrl, state })
          return { url: settings.url + '/login?' + query, memory: null }
        },
        async finish({ parameters }, kit) {
          if (parameters.error) throw new Rejection('You canceled the login at Northbank.')
          const query = new URLSearchParams({ code: parameters.code })
          return JSON.parse((await kit.fetch(kit.settings.url + '/user?' + query)).body)
        },
      } }`,
  },
}

/** Every account has the password “open sesame”. */
const formPlugin = {
  manifest: {
    ...common,
    slug: 'directory',
    name: 'Directory login',
    server: { file: 'server.js', connector: { label: 'Directory', type: 'form' } },
  },
  files: {
    'server.js': `export default { connector: {
      async check({ username, password }, kit) {
        const query = new URLSearchParams({ code: username })
        const user = JSON.parse((await kit.fetch(kit.settings.url + '/user?' + query)).body)
        return password === 'open sesame' ? user : null
      },
    } }`,
  },
}

/** Installs both plugins and waits until they respond: the first call starts a process, which may be late on a busy machine. */
export async function addConnectors(site: Site, admin: Account, { url }: LoginService) {
  const api = apiClient(site, admin.token)
  await addPlugins(site, admin, [redirectPlugin, formPlugin])
  for (const { manifest } of [redirectPlugin, formPlugin])
    await api.call(setPluginConfig, { plugin_slug_name: manifest.slug, config_fields: { url } })
  const start = () => apiClient(site).call(startConnector, { plugin_slug_name: 'northbank' })
  await expect(async () => expect((await start()).url).toContain(url)).toPass()
  const credentials = { plugin_slug_name: 'directory', username: 'nobody', password: '-' }
  const check = () => apiClient(site).call(loginWithConnector, credentials)
  // Few logins with one username are possible.
  await expect(async () => {
    const error = await check().catch((reason: unknown) => reason)
    expect(error).not.toHaveProperty('envelope.reason', 'error.connector.failed')
  }).toPass({ intervals: [1000, 5000] })
}

/** A service that manages the accounts. `passwords` also lets users log in with those of the site. */
const userCenterPlugin = {
  manifest: {
    ...redirectPlugin.manifest,
    slug: 'campus',
    name: 'Campus accounts',
    kinds: ['user-center', 'connector'],
    settings: [
      ...common.settings,
      { name: 'passwords', type: 'switch', title: 'Passwords of the site' },
    ],
    server: {
      file: 'server.js',
      connector: { label: 'Campus', icon: 'logo.svg', type: 'redirect' },
      userCenter: {
        keepsPasswordLogin: 'setting:passwords',
        displayName: 'Campus ID',
        signUpUrl: 'setting:url',
        profileUrl: 'https://campus.example/profile',
        accountUrl: 'https://campus.example/account',
        controlCenter: [{ name: 'desk', label: 'Help desk', url: 'https://campus.example/desk' }],
        branding: true,
      },
    },
  },
  files: {
    ...redirectPlugin.files,
    'server.js': redirectPlugin.files['server.js'].replace(
      'export default {',
      `const card = { icon: 'logo.svg', name: 'card', label: 'Staff page', url: 'https://campus.example/staff' }
      export default { userCenter: { branding: () => [card] },`,
    ),
  },
}

export async function addUserCenter(site: Site, admin: Account, { url }: LoginService) {
  await addPlugins(site, admin, [userCenterPlugin])
  await configureUserCenter(site, admin, { url, passwords: false })
  const start = () => apiClient(site).call(startConnector, { plugin_slug_name: 'campus' })
  await expect(async () => expect((await start()).url).toContain(url)).toPass()
}

export async function configureUserCenter(
  site: Site,
  { token }: Account,
  config_fields: { url: string; passwords: boolean },
) {
  const input = { plugin_slug_name: 'campus', config_fields }
  await apiClient(site, token).call(setPluginConfig, input)
}

/** For screens: services with names of different lengths, which do not respond. */
export async function seedConnectors(site: Site, admin: Account) {
  const labels = ['Work SSO', 'Rye and Wheat', 'University of Applied Baking']
  const others = labels.map((label, index) => {
    const { manifest, files } = redirectPlugin
    const connector = { label, type: 'redirect' as const }
    const server = { ...manifest.server, connector }
    return {
      manifest: { ...manifest, slug: `login-${index}`, name: label, server, assets: [] },
      files: { 'server.js': files['server.js'] },
    }
  })
  await addPlugins(site, admin, [redirectPlugin, formPlugin, ...others])
}
