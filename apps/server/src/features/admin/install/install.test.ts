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
import { createEmptyDatabase, createTestDatabase } from '../../../../test/databases.ts'
import { anInstaller, aSiteForm, formFor, type Installer } from '../../../../test/installer.ts'
import { aProxy } from '../../../../test/proxy.ts'
import { expectError, rejectionOf } from '../../../../test/site.ts'

const installers: Installer[] = []
const databases: { drop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const installer of installers.splice(0)) await installer.close()
  for (const database of databases.splice(0)) await database.drop()
})

async function open(...args: Parameters<typeof anInstaller>): Promise<Installer> {
  const installer = await anInstaller(...args)
  installers.push(installer)
  return installer
}

async function aDatabase(create = createEmptyDatabase) {
  const database = await create()
  databases.push(database)
  return database
}

async function queryDatabase(url: string, statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<object>(statement)
  await client.end()
  return rows
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

describe('process without a database', () => {
  it('is alive, not ready, and reports its state', async () => {
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

  it('returns install.required for every other call, also with an old session cookie', async () => {
    const { client, origin } = await open()
    await expectError(client.call(siteInfo, {}), 'install.required')
    await expectError(client.call(listQuestions, {}), 'install.required')
    const withCookie = await fetch(origin + currentUser.path, { headers: { cookie: 'sid=old' } })
    expect(withCookie.status).toBe(503)
  })

  it('returns languages and messages before installation', async () => {
    const { client } = await open()
    const languages = await client.call(installLanguages, {})
    expect(languages.map(({ value }) => value)).toEqual(['en_US', 'ar', 'zh_CN'])
    const messages = await client.call(installMessages, { lang: 'zh_CN' })
    expect(messages['install.title']).toBe('安装 Stoa')
    await expectError(client.call(installMessages, { lang: 'xx' }), 'language.not_found')
  })

  it('rejects the site form before a database is configured', async () => {
    const { client } = await open()
    await expectError(client.call(baseInfo, aSiteForm), 'install.no_database')
  })

  it('rate limits database checks by IP', async () => {
    const { client } = await open()
    const check = () => client.call(checkDatabase, { db_type: 'embedded', db_file: '/tmp' })
    for (let n = 0; n < 30; n++) await check()
    await expectError(check(), 'base.too_many_requests')
  })
})

describe.each(['postgres', 'embedded'] as const)('installation on %s', (kind) => {
  it('writes the configuration, starts the site in the same process and disables the installer', async () => {
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
    const { general, interface: interfaceInfo } = await client.call(siteInfo, {})
    expect([general.name, general.site_url, interfaceInfo.language]).toEqual([
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

describe('demo content', () => {
  async function installWith(demo_content?: boolean) {
    const { client } = await open({}, 'all')
    const { url } = await aDatabase()
    await client.call(initDatabase, formFor(url))
    await client.call(baseInfo, { ...aSiteForm, ...(demo_content ? { demo_content } : {}) })
    return { client, url }
  }

  it('is added by a job if requested', { timeout: 540_000 }, async () => {
    const { client } = await installWith(true)
    const readQuestions = async () =>
      (await client.call(listQuestions, { order: 'newest', page_size: 100 })).list
    // Pinning is the last step.
    const hasPinned = async () => (await readQuestions()).some(({ pin }) => pin === 2)
    await expect.poll(hasPinned, { timeout: 500_000, interval: 1000 }).toBe(true)
    expect(await readQuestions()).toHaveLength(62)
  })

  it('is not added otherwise', async () => {
    const { client, url } = await installWith()
    expect(await queryDatabase(url, `select 1 from pgboss.job where name like 'site.%'`)).toEqual(
      [],
    )
    expect((await client.call(listQuestions, {})).count).toBe(0)
  })
})

describe('configuration file', () => {
  it('does not replace a folder of the same name', async () => {
    const installer = await open()
    const { client, configFile } = installer
    mkdirSync(configFile)
    const databaseFolder = join(installer.folder, 'db')
    const rejected = await rejectionOf(client.call(initDatabase, embedded(installer)))
    expect(rejected).toMatchObject({ status: 400, reason: 'error.install.config_invalid' })
    expect(existsSync(databaseFolder)).toBe(false)
  })

  it('is returned in the error when it cannot be written', async () => {
    const installer = await open({ STOA_CONFIG: '/proc/stoa/config.yaml' })
    const form = embedded(installer)
    const rejected = await rejectionOf(installer.client.call(initDatabase, form))
    expect(rejected).toMatchObject({
      status: 400,
      reason: 'error.install.config_not_written',
      msg: 'Can’t create the file /proc/stoa/config.yaml.',
      data: { err_type: 'alert', success: false, create_config_failed: true },
    })
    const { default_config: text } = rejected.data as { default_config: string }
    expect(text).toContain(`data_dir: ${form.db_file}`)
    expect(existsSync(form.db_file)).toBe(false)
  })

  it('written by hand takes precedence over the form', async () => {
    const installer = await open()
    const { client, configFile } = installer
    writeFileSync(configFile, 'color: red\n')
    const broken = await rejectionOf(client.call(initDatabase, embedded(installer)))
    expect(broken.reason).toBe('error.install.config_invalid')
    expect(broken.msg).toContain('color')
    expect(readFileSync(configFile, 'utf8')).toBe('color: red\n')

    writeFileSync(configFile, `data_dir: ${join(installer.folder, 'by-hand')}\n`)
    await client.call(initDatabase, embedded(installer))
    expect(existsSync(join(installer.folder, 'by-hand/pg'))).toBe(true)
    expect(existsSync(join(installer.folder, 'db'))).toBe(false)
  })

  it('is removed when the site cannot be started with it', async () => {
    const installer = await open()
    // Passes the read-only checks: only opening the database shows that the name is taken.
    const path = join(installer.folder, 'db')
    mkdirSync(path)
    writeFileSync(join(path, 'pg'), 'no folder')
    const rejected = await rejectionOf(installer.client.call(initDatabase, embedded(installer)))
    expect(rejected.status).toBeGreaterThanOrEqual(400)
    expect(existsSync(installer.configFile)).toBe(false)
  })
})

describe('concurrent installations', () => {
  it('create one site with one admin', async () => {
    const installer = await open()
    const { client } = installer
    const [first, second] = [await aDatabase(), await aDatabase()]
    const results = await Promise.allSettled(
      [first, second].map(({ url }) => client.call(initDatabase, formFor(url))),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

    const forms = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        client.call(baseInfo, { ...aSiteForm, name: `Admin ${n}`, email: `a${n}@example.org` }),
      ),
    )
    expect(forms.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    const { database_url: chosen } = parse(readFileSync(installer.configFile, 'utf8')) as {
      database_url: string
    }
    expect(await queryDatabase(chosen, 'select role_id from users')).toEqual([{ role_id: 2 }])
  })
})

describe('database of an existing site', () => {
  /** The database of an installed site and its secret key. */
  async function anInstalledSite() {
    const database = await aDatabase(createTestDatabase)
    const { client, folder } = await open()
    await client.call(initDatabase, formFor(database.url))
    await client.call(baseInfo, aSiteForm)
    return { database, key: readFileSync(join(folder, 'secret.key'), 'utf8').trim() }
  }

  it('is used as it is, without a new admin', async () => {
    const { database, key } = await anInstalledSite()
    const again = await open({ STOA_SECRET_KEY: key })
    await again.client.call(initDatabase, formFor(database.url))
    expect((await again.client.call(siteInfo, {})).general.name).toBe('Porch')
    await expectError(again.client.call(baseInfo, aSiteForm), 'install.done')
  })

  it('is rejected without its secret key', async () => {
    const { database } = await anInstalledSite()
    const again = await open()
    const rejected = await rejectionOf(again.client.call(initDatabase, formFor(database.url)))
    expect(rejected).toMatchObject({ status: 400, reason: 'error.install.secret_key' })
    expect(rejected.msg).toMatch(/encrypted with the key [0-9a-f]{8}/)
    expect(existsSync(again.configFile)).toBe(false)
  })
})

describe('POST /installation/base-info', () => {
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
  ])('rejects %s %j', async (field, value) => {
    const installer = await open()
    const { client } = installer
    const database = await aDatabase(createTestDatabase)
    await client.call(initDatabase, formFor(database.url))
    const rejected = await rejectionOf(client.call(baseInfo, { ...aSiteForm, [field]: value }))
    expect(rejected.status).toBeGreaterThanOrEqual(400)
    expect(rejected.data).toMatchObject([{ error_field: field }])
    expect((await client.call(checkConfigFile, {})).db_connection_success).toBe(true)
  })

  it('stores a site name with markup as text (CVE-2023-1239, CVE-2023-1243, CVE-2023-1244)', async () => {
    const installer = await open()
    const { client } = installer
    const database = await aDatabase(createTestDatabase)
    await client.call(initDatabase, formFor(database.url))
    const site_name = '<img src=x onerror=alert()>'
    await client.call(baseInfo, { ...aSiteForm, site_name })
    expect((await client.call(siteInfo, {})).general.name).toBe(site_name)
  })
})

describe('installation key', () => {
  const key = 'sixteen or more characters'
  const path = checkConfigFile.path

  type Headers = Record<string, string>

  /** A local address other than 127.0.0.1 stands for another machine. */
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

  it('is not accepted in the URL, where proxies log it', async () => {
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
