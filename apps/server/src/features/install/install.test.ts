import type { Endpoint } from '@stoa/contract/endpoint'
import { currentUser, login } from '@stoa/contract/features/accounts'
import {
  baseInfo,
  checkConfigFile,
  checkDatabase,
  initDatabase,
  installLanguages,
  installMessages,
} from '@stoa/contract/features/install'
import { listQuestions } from '@stoa/contract/features/questions'
import { siteInfo } from '@stoa/contract/features/site'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createEmptyDatabase, createTestDatabase } from '../../../test/databases.ts'
import { anInstaller, aSiteForm, formFor, type Installer } from '../../../test/installer.ts'
import { aProxy } from '../../../test/proxy.ts'
import { expectError, refusalOf } from '../../../test/site.ts'

const installers: Installer[] = []
const databases: { drop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const installer of installers.splice(0)) await installer.close()
  for (const database of databases.splice(0)) await database.drop()
})

async function open(env?: Record<string, string>): Promise<Installer> {
  const installer = await anInstaller(env)
  installers.push(installer)
  return installer
}

async function aDatabase(create = createEmptyDatabase) {
  const database = await create()
  databases.push(database)
  return database
}

const embedded = ({ folder }: Installer) => ({
  db_type: 'embedded' as const,
  db_file: join(folder, 'db'),
})

const calls: readonly (readonly [Endpoint, object])[] = [
  [checkConfigFile, {}],
  [checkDatabase, { db_type: 'embedded', db_file: '/tmp' }],
  [initDatabase, { db_type: 'embedded', db_file: '/tmp' }],
  [baseInfo, aSiteForm],
  [installLanguages, {}],
  [installMessages, {}],
]

describe('a process without a database', () => {
  it('lives, is not ready, and says where it stands', async () => {
    const { origin, client, configFile } = await open()
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    const ready = await fetch(`${origin}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'installing', database: 'none', installed: false },
    ])
    expect(await client.call(checkConfigFile, {})).toMatchObject({
      config_file_exist: false,
      config_file: configFile,
      db_connection_success: false,
      db_table_exist: false,
    })
  })

  it('answers every other call with install.required, also to someone with an old session', async () => {
    const { client, origin } = await open()
    await expectError(client.call(siteInfo, {}), 'install.required')
    await expectError(client.call(listQuestions, {}), 'install.required')
    const withCookie = await fetch(origin + currentUser.path, { headers: { cookie: 'sid=old' } })
    expect(withCookie.status).toBe(503)
  })

  it('speaks every language before there is a site', async () => {
    const { client } = await open()
    const languages = await client.call(installLanguages, {})
    expect(languages.map(({ value }) => value)).toEqual(['en_US', 'ar', 'zh_CN'])
    const messages = await client.call(installMessages, { lang: 'zh_CN' })
    expect(messages['install.title']).toBe('安装 Stoa')
    await expectError(client.call(installMessages, { lang: 'xx' }), 'language.not_found')
  })

  it('makes no site before it has a database', async () => {
    const { client } = await open()
    await expectError(client.call(baseInfo, aSiteForm), 'install.no_database')
  })

  it('counts the checks of one address', async () => {
    const { client } = await open()
    const check = () => client.call(checkDatabase, { db_type: 'embedded', db_file: '/tmp' })
    for (let n = 0; n < 30; n++) await check()
    await expectError(check(), 'base.too_many_requests')
  })
})

describe.each(['postgres', 'embedded'] as const)('installing on %s', (kind) => {
  it('writes the configuration, starts the site in the same process and closes behind itself', async () => {
    const installer = await open()
    const { client, configFile, origin } = installer
    const form = kind === 'embedded' ? embedded(installer) : formFor((await aDatabase()).url)
    await client.call(checkDatabase, form)
    expect(existsSync(configFile)).toBe(false)

    expect(await client.call(initDatabase, form)).toEqual({ config_file: configFile })
    expect(statSync(configFile).mode & 0o777).toBe(0o600)
    expect(await client.call(checkConfigFile, {})).toMatchObject({
      config_file_exist: true,
      db_connection_success: true,
      db_table_exist: true,
    })
    await expectError(client.call(siteInfo, {}), 'install.required')
    await expectError(client.call(checkDatabase, form), 'install.configured')
    await expectError(client.call(initDatabase, form), 'install.configured')

    await client.call(baseInfo, aSiteForm)
    const { general, interface: look } = await client.call(siteInfo, {})
    expect([general.name, general.site_url, look.language]).toEqual([
      'Porch',
      'http://localhost:3000',
      'en_US',
    ])
    const admin = { e_mail: aSiteForm.email, pass: aSiteForm.password }
    expect(await client.call(login, admin)).toMatchObject({ is_admin: true, mail_status: 1 })
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    for (const [endpoint, input] of calls)
      await expectError(client.call(endpoint, input as never), 'install.done')
  })
})

describe('the configuration file', () => {
  it('is not replaced when something else stands in its place', async () => {
    const installer = await open()
    const { client, configFile } = installer
    mkdirSync(configFile)
    const place = join(installer.folder, 'db')
    const refused = await refusalOf(client.call(initDatabase, embedded(installer)))
    expect(refused).toMatchObject({ status: 400, reason: 'error.install.config_invalid' })
    expect(existsSync(place)).toBe(false)
  })

  it('comes back in the reply, together with what to do', async () => {
    const installer = await open({ STOA_CONFIG: '/proc/stoa/config.yaml' })
    const form = embedded(installer)
    const refused = await refusalOf(installer.client.call(initDatabase, form))
    expect(refused).toMatchObject({
      status: 400,
      reason: 'error.install.config_not_written',
      msg: '/proc/stoa/config.yaml could not be written.',
      data: { err_type: 'alert', success: false, create_config_failed: true },
    })
    const { default_config: text } = refused.data as { default_config: string }
    expect(text).toContain(`data_dir: ${form.db_file}`)
    expect(existsSync(form.db_file)).toBe(false)
  })

  it('written by hand is taken as it stands, whatever the form says', async () => {
    const installer = await open()
    const { client, configFile } = installer
    writeFileSync(configFile, 'colour: red\n')
    const broken = await refusalOf(client.call(initDatabase, embedded(installer)))
    expect(broken.reason).toBe('error.install.config_invalid')
    expect(broken.msg).toContain('colour')
    expect(readFileSync(configFile, 'utf8')).toBe('colour: red\n')

    writeFileSync(configFile, `data_dir: ${join(installer.folder, 'by-hand')}\n`)
    await client.call(initDatabase, embedded(installer))
    expect(existsSync(join(installer.folder, 'by-hand/pg'))).toBe(true)
    expect(existsSync(join(installer.folder, 'db'))).toBe(false)
  })

  it('does not stay behind when the site could not be started with it', async () => {
    const installer = await open()
    // Passes every check that changes nothing: only opening it shows that the name is taken.
    const path = join(installer.folder, 'db')
    mkdirSync(path)
    writeFileSync(join(path, 'pg'), 'no folder')
    const refused = await refusalOf(installer.client.call(initDatabase, embedded(installer)))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(existsSync(installer.configFile)).toBe(false)
  })
})

describe('two people at once', () => {
  it('choose one database and make one site with one admin', async () => {
    const installer = await open()
    const { client } = installer
    const [first, second] = [await aDatabase(), await aDatabase()]
    const results = await Promise.allSettled(
      [first, second].map(({ url }) => client.call(initDatabase, formFor(url))),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        client.call(baseInfo, { ...aSiteForm, name: `Admin ${n}`, email: `a${n}@example.org` }),
      ),
    )
    expect(made.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    const { database_url: chosen } = parse(readFileSync(installer.configFile, 'utf8')) as {
      database_url: string
    }
    const people = new pg.Client({ connectionString: chosen })
    await people.connect()
    const { rows } = await people.query('select role_id from users')
    await people.end()
    expect(rows).toEqual([{ role_id: 2 }])
  })
})

describe('a database that already is a site', () => {
  /** A site that was made by an installer of its own, and the key of its secrets. */
  async function aMadeSite() {
    const database = await aDatabase(createTestDatabase)
    const { client, folder } = await open()
    await client.call(initDatabase, formFor(database.url))
    await client.call(baseInfo, aSiteForm)
    return { database, key: readFileSync(join(folder, 'secret.key'), 'utf8').trim() }
  }

  it('is taken over as it is, and nobody becomes its admin', async () => {
    const { database, key } = await aMadeSite()
    const again = await open({ STOA_SECRET_KEY: key })
    await again.client.call(initDatabase, formFor(database.url))
    expect((await again.client.call(siteInfo, {})).general.name).toBe('Porch')
    await expectError(again.client.call(baseInfo, aSiteForm), 'install.done')
  })

  it('is refused without the key that its secrets are encrypted with', async () => {
    const { database } = await aMadeSite()
    const again = await open()
    const refused = await refusalOf(again.client.call(initDatabase, formFor(database.url)))
    expect(refused).toMatchObject({ status: 400, reason: 'error.install.secret_key' })
    expect(refused.msg).toMatch(/encrypted with the key [0-9a-f]{8}/)
    expect(existsSync(again.configFile)).toBe(false)
  })
})

describe('what is typed into the installer', () => {
  it.each([
    ['site_name', 'a\u0007bell'],
    ['site_name', 'turned \u202eround'],
    ['site_name', 'x'.repeat(31)],
    ['site_name', '   '],
    ['site_url', 'javascript:alert(1)'],
    ['site_url', 'https://user:secret@example.org'],
    ['site_url', 'https://example.org/path'],
    ['site_url', 'https://example.org/?a'],
    ['site_url', `https://${'x'.repeat(510)}.org`],
    ['contact_email', 'nobody'],
    ['name', '<b>Rut</b>'],
    ['name', 'R'],
    ['email', 'rut@'],
    ['password', 'short'],
    ['password', 'password123'],
    ['lang', 'xx'],
  ])('is refused beside its field: %s %j', async (field, value) => {
    const installer = await open()
    const { client } = installer
    const database = await aDatabase(createTestDatabase)
    await client.call(initDatabase, formFor(database.url))
    const refused = await refusalOf(client.call(baseInfo, { ...aSiteForm, [field]: value }))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.data).toMatchObject([{ error_field: field }])
    expect((await client.call(checkConfigFile, {})).db_connection_success).toBe(true)
  })

  it('stays text: a site name with markup in it is kept and given back as it was typed (CVE-2023-1239, CVE-2023-1243, CVE-2023-1244)', async () => {
    const installer = await open()
    const { client } = installer
    const database = await aDatabase(createTestDatabase)
    await client.call(initDatabase, formFor(database.url))
    const site_name = '<img src=x onerror=alert()>'
    await client.call(baseInfo, { ...aSiteForm, site_name })
    expect((await client.call(siteInfo, {})).general.name).toBe(site_name)
  })
})

describe('the installation key', () => {
  const key = 'sixteen or more characters'
  const path = checkConfigFile.path

  type Headers = Record<string, string>

  /** Calls the installer over a socket of the given local address: anything but 127.0.0.1 is another machine. */
  async function reasonFor(port: number, headers: Headers, localAddress = '127.0.0.1') {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      localAddress,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
    request.end('{}')
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return ((await json(response)) as { reason: string }).reason
  }

  const portOf = ({ origin }: Installer) => Number(new URL(origin).port)

  it.each([
    ['from the machine itself', '127.0.0.1', {}],
    ['from the machine itself, by name', '127.0.0.1', { host: 'localhost' }],
    ['from another machine', '127.0.0.2', {}],
    ['from another machine that names localhost', '127.0.0.2', { host: 'localhost' }],
    ['behind a proxy that adds X-Forwarded-For', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
  ])('is required %s', async (_name, localAddress, headers: Headers) => {
    const port = portOf(await open({ STOA_INSTALL_KEY: key }))
    const reason = (extra: Headers) => reasonFor(port, { ...headers, ...extra }, localAddress)
    expect(await reason({})).toBe('error.install.key_required')
    expect(await reason({ 'x-install-key': 'wrong' })).toBe('error.install.key_required')
    expect(await reason({ 'x-install-key': key })).toBe('base.success')
    const cookie = `install_key=${encodeURIComponent(key)}`
    expect(await reason({ cookie })).toBe('base.success')
  })

  it.each([{ host: 'localhost' }, { host: '127.0.0.1' }, { host: 'stoa.example.org' }])(
    'is required through a proxy on the same machine that adds no header: %j',
    async (headers) => {
      const installer = await open({ STOA_INSTALL_KEY: key })
      const proxy = await aProxy(portOf(installer))
      const reasons = [
        await reasonFor(proxy.port, headers, '127.0.0.2'),
        await reasonFor(proxy.port, { ...headers, 'x-install-key': key }, '127.0.0.2'),
      ]
      proxy.close()
      expect(reasons).toEqual(['error.install.key_required', 'base.success'])
    },
  )

  it('is never taken from the URL, where proxies log it', async () => {
    const installer = await open({ STOA_INSTALL_KEY: key })
    const visit = (to: string, headers: Headers = {}) =>
      fetch(installer.origin + to, { redirect: 'manual', headers })
    const query = `?key=${encodeURIComponent(key)}`
    const opened = await visit(`/install${query}`)
    expect([opened.headers.get('location'), opened.headers.get('set-cookie')]).toEqual([
      '/install/key',
      null,
    ])
    expect((await visit('/install/site')).headers.get('location')).toBe('/install/key')
    const wrong = await visit('/install', { cookie: 'install_key=wrong' })
    expect(wrong.headers.get('location')).toBe('/install/key?wrong')
  })
})
