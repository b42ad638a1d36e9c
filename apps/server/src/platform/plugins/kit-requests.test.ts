import { getQuestion } from '@stoa/contract/features/questions'
import type { Json } from '@stoa/plugin-kit/server'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPackage, patiently, putPlugin, visitor } from '../../../test/plugins.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aQuestion } from '../../features/content/questions/questions.factory.ts'
import { aUser } from '../../features/people/auth/accounts.factory.ts'
import { pluginSecretPurpose } from '../../kernel/plugins.ts'
import { pluginUserSettings } from '../../schema/plugins.ts'

/** Calls a function of the kit by path, such as `storage.get`, and returns its result or the message of its error. */
const server = `
  export default { functions: { async use({ path, args }, kit) {
    const [parent, name] = path.includes('.') ? path.split('.') : [null, path]
    const owner = parent === null ? kit : kit[parent]
    try { return await owner[name](...args) ?? null } catch (error) { return 'Error: ' + error.message }
  } } }`
const provides = { functions: [{ name: 'use', access: 'visitor' }] }

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let questionId: string
const dir = mkdtempSync(join(tmpdir(), 'stoa-plugins-'))
const outside = createServer((request, response) => {
  response
    .setHeader('x-seen', String(request.headers['x-sent']))
    .end(`host ${request.headers.host}`)
})

beforeAll(async () => {
  outside.listen(0, '127.0.0.1')
  await once(outside, 'listening')
  site = await aSite({ env: { STOA_PLUGINS_DIR: dir } })
  ada = await aUser(site.ctx, { name: 'Ada' })
  questionId = (await aQuestion(site.as(ada.token), { title: 'A question of Ada' })).id
  const permissions = {
    storage: true,
    content: true,
    actAsUser: true,
    network: ['api.example.org', '*.example.net', 'setting:server', '127.0.0.1'],
  }
  const settings = [
    { name: 'server', type: 'input', title: 'Server' },
    { name: 'key', type: 'input', title: 'Key', secret: true },
  ]
  const allowed = aPackage({
    slug: 'allowed',
    server,
    provides,
    manifest: { permissions, settings, userSettings: settings },
  })
  const key = site.ctx.secrets.encrypt('a secret', pluginSecretPurpose('allowed', 'key'))
  await putPlugin(allowed, { db: site.db, settings: { server: 'https://own.example.com/x', key } })
  await putPlugin(aPackage({ slug: 'without', server, provides }), { db: site.db })
  await site.ctx.plugins.reload()
})
afterAll(async () => {
  await site.close()
  outside.close()
  rmSync(dir, { recursive: true, force: true })
})

async function use(path: string, args: Json[], { slug = 'allowed', caller = visitor } = {}) {
  const input = { name: 'use', input: { path, args } }
  return await patiently(() => site.ctx.plugins.call(slug, 'function', input, caller))
}

describe('a plugin without permissions', () => {
  it.each([
    ['storage.get', ['key'], 'storage'],
    ['storage.list', [''], 'storage'],
    ['api.read', ['question/info', {}], 'content'],
    ['api.asUser', ['POST', 'question', {}], 'actAsUser'],
  ])('cannot call %s', async (path, args, permission) => {
    const message = `Error: The manifest does not ask for the permission ${permission}.`
    expect(await use(path, args, { slug: 'without' })).toBe(message)
  })

  it('cannot send requests', async () => {
    const result = await use('fetch', ['https://api.example.org/'], { slug: 'without' })
    expect(result).toBe('Error: The manifest does not ask for requests to api.example.org.')
  })
})

describe('storage', () => {
  it('keeps values by key, for some time if so asked', async () => {
    await use('storage.set', ['votes:1', { up: 1 }])
    await use('storage.set', ['votes:2', [2]])
    await use('storage.set', ['votes:2', [3]])
    await use('storage.set', ['votes:3', 'short', { seconds: 60 }])
    expect(await use('storage.get', ['votes:1'])).toEqual({ up: 1 })
    expect(await use('storage.get', ['votes:3'])).toBe('short')
    site.advance(61_000)
    expect(await use('storage.get', ['votes:3'])).toBeNull()
    expect(await use('storage.list', ['votes:'])).toEqual([
      { key: 'votes:1', value: { up: 1 } },
      { key: 'votes:2', value: [3] },
    ])
    await use('storage.delete', ['votes:1'])
    expect(await use('storage.get', ['votes:1'])).toBeNull()
  })

  it('is limited', async () => {
    const large = 'x'.repeat(64 * 1024)
    expect(await use('storage.set', ['large', large])).toMatch(/at most 64 KB/)
    expect(await use('storage.set', ['k'.repeat(101), 1])).toMatch(/1 to 100 characters/)
    expect(await use('storage.set', ['nul', '\0'])).toMatch(/NUL/)
    await site.db.execute(`insert into plugin_data (slug, key, value, expires_at, updated_at)
      select 'allowed', 'many:' || n, '1', case when n < 3 then now() + interval '1 hour' end, now()
      from generate_series(1, 999) as n`)
    expect(await use('storage.set', ['one more', 1])).toMatch(/1000 keys/)
    expect(await use('storage.set', ['many:9', 2])).toBeNull()
    site.advance(3_700_000)
    expect(await use('storage.set', ['one more', 1])).toBeNull()
    await site.db.execute(`delete from plugin_data where key like 'many:%'`)
    await site.db.execute(`insert into plugin_data (slug, key, value, updated_at)
      select 'allowed', 'size:' || n, to_jsonb(repeat('x', 60000)), now() from generate_series(1, 9) as n`)
    expect(await use('storage.list', ['size:'])).toMatch(/larger than 512 KB/)
  })
})

describe('fetch', () => {
  it.each([
    'https://example.org/',
    'https://api.example.org.evil.example/',
    'https://evilexample.net/',
    'https://user@evil.example/',
    'file:///etc/passwd',
    'nonsense',
  ])('does not ask %s', async (url) => {
    expect(await use('fetch', [url])).toMatch(/does not ask for requests/)
  })

  it.each(['http://127.0.0.1:5432/', 'https://127.0.0.1/', 'http://api.example.org/'])(
    'sends nothing to the network of the server: %s',
    async (url) => expect(await use('fetch', [url])).toMatch(/is not public/),
  )

  it('sends requests and returns responses', async () => {
    const open = await aSite({
      env: { STOA_PLUGINS_DIR: dir, STOA_PUSH_PRIVATE_ENDPOINTS: 'true' },
      databaseUrl: site.ctx.config.database_url ?? '',
      isInstalled: false,
    })
    const { port } = outside.address() as AddressInfo
    const headers = { 'x-sent': 'value', host: 'other.example' }
    const args = [`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: 'text' }]
    const input = { name: 'use', input: { path: 'fetch', args } }
    const response = await patiently(() =>
      open.ctx.plugins.call('allowed', 'function', input, visitor),
    )
    expect(response).toMatchObject({
      status: 200,
      headers: { 'x-seen': 'value' },
      body: `host 127.0.0.1:${port}`,
    })
    await open.close()
  })
})

describe('the API', () => {
  it('is read as a visitor', async () => {
    const found = await use('api.read', ['question/info', { id: questionId }])
    expect(found).toMatchObject({ title: 'A question of Ada' })
    expect(await use('api.read', ['question/info', { id: '10010000000000999' }])).toMatch(
      /not_found/,
    )
    expect(await use('api.read', ['user/plugin/configs', {}])).toMatch(/cannot call/)
  })

  it('is called as the user of the request, in functions only', async () => {
    const caller = { ...visitor, token: ada.token }
    const input = { object_id: questionId, original_text: 'A comment by a plugin' }
    expect(await use('api.asUser', ['POST', 'comment', input])).toMatch(/Nobody is logged in/)
    const comment = await use('api.asUser', ['POST', 'comment', input], { caller })
    expect(comment).toMatchObject({ original_text: 'A comment by a plugin' })
    expect((await site.as().call(getQuestion, { id: questionId })).id).toBe(questionId)
  })

  it.each([
    ['PUT', 'user/password'],
    ['POST', 'user/logout'],
    ['GET', '../../admin/api/users'],
    ['POST', 'plugin/call'],
  ])('cannot %s %s as a user', async (method, path) => {
    const caller = { ...visitor, token: ada.token }
    expect(await use('api.asUser', [method, path, {}], { caller })).toMatch(/cannot call/)
  })
})

describe('settings of a user', () => {
  it('have defaults, and secrets in plain text', async () => {
    const purpose = pluginSecretPurpose('allowed', 'key', ada.id)
    const settings = { key: site.ctx.secrets.encrypt('hers', purpose), unknown: 'x' }
    await site.db
      .insert(pluginUserSettings)
      .values({ slug: 'allowed', userId: ada.id, settings, updatedAt: new Date() })
    expect(await use('userSettings', [ada.id])).toEqual({ server: '', key: 'hers' })
    expect(await use('userSettings', ['1'])).toEqual({ server: '', key: '' })
    expect(await use('userSettings', [`1' or true`])).toMatch(/is a number/)
  })
})
