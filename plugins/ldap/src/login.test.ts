import type { PluginValues } from '@stoa/contract/plugin-fields'
import { Rejection } from '@stoa/plugin-kit/server'
import { createTestKit } from '@stoa/plugin-kit/testing'
import { BerReader } from 'ldapts'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '../../../scripts/services/certificates.ts'
import { directory, startDirectory } from '../../../scripts/services/example-directory.ts'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

let server: Awaited<ReturnType<typeof startDirectory>>
const authority = createAuthority()
/** In hexadecimal. */
const agreement = '300c02010178070a010004000400'
const trap = await listen()
beforeAll(async () => {
  server = await startDirectory({ authority, referral: trap.url })
})
afterAll(async () => {
  await server.stop()
  trap.server.close()
})

/** A server that sends these parts after the first request. */
async function listen(...parts: string[]) {
  let connections = 0
  const listening = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.once('data', () => void send(socket, parts))
  })
  const url = await openPort(listening)
  return { server: listening, url, count: () => connections }
}

async function send(socket: Socket, parts: string[]) {
  for (const part of parts) {
    socket.write(Buffer.from(part, 'hex'))
    await sleep(5)
  }
}

function readOperation(message: Buffer): number | null {
  const reader = new BerReader(message)
  reader.readSequence()
  reader.readInt()
  return reader.peek()
}

async function openPort(listening: Server): Promise<string> {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `ldap://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

function aKit(settings: PluginValues = {}) {
  const { baseDn, bindDn, bindPassword } = directory
  const search = { base_dn: baseDn, bind_dn: bindDn, bind_password: bindPassword }
  const all = { url: server.tlsUrl, ca: server.ca, ...search, ...settings }
  return createTestKit({ manifest, settings: all })
}

const logIn = async (username: string, settings: PluginValues = {}, password?: string) =>
  await plugin.connector?.check?.(
    { username, password: password ?? `${username} password` },
    aKit(settings),
  )

/** What the log says, or the user. */
async function failureOf(settings: PluginValues) {
  const kit = aKit(settings)
  const credentials = { username: 'ada', password: 'ada password' }
  try {
    return await plugin.connector?.check?.(credentials, kit)
  } catch (error) {
    expect(error).toBeInstanceOf(Rejection)
    expect((error as Error).message).toMatch(/^Logging in is not possible/)
    expect(kit.logged).toHaveLength(1)
    return kit.logged[0]?.text.replace(/^login failed: /, '')
  }
}

describe('a login', () => {
  it.each<[string, () => PluginValues]>([
    ['LDAPS', () => ({})],
    ['StartTLS', () => ({ url: server.url })],
    [
      'an unencrypted connection',
      () => ({ url: server.url, start_tls: false, allow_plain: true, ca: '' }),
    ],
  ])('works over %s', async (_, settings) => {
    const user = await logIn('ada', settings())
    expect(user?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(user).toMatchObject({
      username: 'ada',
      displayName: 'Ada Lovelace',
      email: 'ada@example.org',
      isEmailVerified: false,
      role: null,
    })
  })

  it('has the same id each time, and another one for each user', async () => {
    const users = [await logIn('ada'), await logIn('ADA', {}, 'ada password'), await logIn('grace')]
    const [first, second, other] = users.map((user) => user?.id)
    expect(second).toBe(first)
    expect(other).not.toBe(first)
  })

  it('works for names with letters and signs of any kind', async () => {
    expect((await logIn('zoë'))?.displayName).toBe('Zoë Ångström')
    expect((await logIn('paren(the)sis'))?.displayName).toBe('Smith, John')
  })

  it('has no email for a user without one', async () => {
    const user = await logIn('nomail', { trust_emails: true })
    expect(user).toMatchObject({ email: '', isEmailVerified: false })
    expect(await logIn('ada', { trust_emails: true })).toMatchObject({ isEmailVerified: true })
  })

  it('reads a binary id, and names of attributes in any case', async () => {
    expect(await logIn('ada', { id_attribute: 'objectGUID' })).toMatchObject({ id: directory.guid })
    const names = { id_attribute: 'ENTRYUUID', name_attribute: 'CN', email_attribute: 'Mail' }
    expect(await logIn('ada', names)).toMatchObject({ displayName: 'Ada Lovelace' })
    expect((await logIn('ada', names))?.id).toBe((await logIn('ada'))?.id)
  })

  it.each([
    ['missing', 'displayName'],
    ['not unique', 'memberOf'],
  ])('is rejected if the id is %s', async (_, attribute) => {
    await expect(logIn('ada', { id_attribute: attribute })).rejects.toThrow(Rejection)
  })
})

describe('credentials that are wrong', () => {
  const injections = [
    '*',
    'a*',
    'ada)(uid=*',
    '*)(uid=*))(|(uid=*',
    '*)(objectClass=*',
    'ada)(|(password=*)',
    'ad\\61',
    '\\2a',
    '\\',
    'ada\\',
    '(',
    ')',
    '&',
    'ada\0',
    'ada\0)(uid=*',
    '\0',
    'ada,ou=people',
    'uid=ada,ou=people,dc=example,dc=org',
    'аda',
    '{username}',
    '$&',
    ' ',
    'EXTERNAL',
    'x'.repeat(300),
  ]
  it.each(injections)('are refused: %j as username', async (username) => {
    expect(await logIn(username, {}, 'ada password')).toBeNull()
  })

  it.each([
    ['ada', 'wrong'],
    ['ada', 'ADA PASSWORD'],
    ['ada', ''],
    ['ada', '\0'],
    ['ada', 'ada password\0'],
    ['ada', 'grace password'],
    ['nobody', 'nobody password'],
    ['', ''],
    ['', 'ada password'],
    ['nobody', ''],
  ])('are refused: %j with password %j', async (username, password) => {
    expect(await logIn(username, {}, password)).toBeNull()
  })

  it('send the same requests, whether or not the user exists', async () => {
    const { port } = new URL(server.url)
    const connections: (number | null)[][] = []
    const proxy = createServer((socket) => {
      const upstream = connect(Number(port), '127.0.0.1')
      const requests: (number | null)[] = []
      connections.push(requests)
      socket.on('data', (data) => requests.push(readOperation(data)) && upstream.write(data))
      upstream.pipe(socket).on('error', () => upstream.destroy())
      socket.on('close', () => upstream.destroy())
    })
    const url = await openPort(proxy)
    const plain = { url, start_tls: false, allow_plain: true, group_filter: '(member={dn})' }
    const requestsOf = async (username: string) => {
      expect(await logIn(username, plain, 'wrong')).toBeNull()
      return connections.at(-1)?.slice(0, 4)
    }
    const [bind, search] = [0x60, 0x63]
    expect(await requestsOf('ada')).toEqual([bind, search, search, bind])
    expect(await requestsOf('nobody')).toEqual([bind, search, search, bind])
    proxy.close()
  })

  it('are refused if the filter finds several users', async () => {
    const filter = '(|(uid={username})(mail=grace@example.org))'
    expect(await logIn('ada', { user_filter: filter })).toBeNull()
    expect(await logIn('grace', { user_filter: filter })).toMatchObject({ username: 'grace' })
  })
})

describe('groups', () => {
  const { groupDn } = directory
  const bySearch = {
    group_attribute: '',
    group_filter: '(&(objectClass=groupOfNames)(member={dn}))',
    group_base_dn: 'dc=example,dc=org',
  }
  const sources: [string, PluginValues][] = [
    ['in an attribute', {}],
    ['that are searched for', bySearch],
  ]

  it.each(sources)('%s may be required', async (_, source) => {
    const settings = { ...source, required_groups: groupDn('members') }
    expect(await logIn('ada', settings)).toMatchObject({ username: 'ada', role: null })
    expect(await logIn('zoë', settings)).toMatchObject({ username: 'zoë' })
    await expect(logIn('linus', settings)).rejects.toThrow(Rejection)
    expect(await logIn('linus', settings, 'wrong')).toBeNull()
  })

  it.each(sources)('%s decide the role', async (_, source) => {
    const settings = {
      ...source,
      moderator_groups: `${groupDn('moderators')}\n${groupDn('admins')}`,
      admin_groups: groupDn('admins').toUpperCase().replaceAll(',', ', '),
    }
    expect(await logIn('ada', settings)).toMatchObject({ role: 'admin' })
    expect(await logIn('grace', settings)).toMatchObject({ role: 'moderator' })
    expect(await logIn('linus', settings)).toMatchObject({ role: 'user' })
  })

  it('are compared by their whole DN', async () => {
    const settings = { admin_groups: 'cn=admins,dc=example,dc=org' }
    expect(await logIn('ada', settings)).toMatchObject({ role: 'user' })
  })
})

describe('a server', () => {
  it('is refused with a certificate of another authority', async () => {
    const message = 'The certificate of the server is not trusted.'
    for (const url of [server.url, server.tlsUrl]) {
      expect(await failureOf({ url, ca: '' })).toBe(message)
      expect(await failureOf({ url, ca: createAuthority().certificate })).toBe(message)
    }
  })

  it.each([
    ['that has expired', ['IP:127.0.0.1'], -1, 'The certificate of the server has expired.'],
    [
      'of another host',
      ['DNS:ldap.example.org'],
      2,
      'The certificate of the server is for another host.',
    ],
  ])('is refused with a certificate %s', async (_, hosts, days, message) => {
    const other = await startDirectory({ authority, certificate: authority.issue(hosts, days) })
    try {
      for (const url of [other.url, other.tlsUrl]) expect(await failureOf({ url })).toBe(message)
    } finally {
      await other.stop()
    }
  })

  it('is not used without encryption, unless that is allowed', async () => {
    const settings = { url: trap.url, start_tls: false }
    const before = trap.count()
    expect(await failureOf(settings)).toBe('Unencrypted connections are not allowed.')
    expect(trap.count()).toBe(before)
  })

  it('that is down is a failure, unless another one is up', async () => {
    const down = 'ldap://127.0.0.1:1'
    expect(await failureOf({ url: down })).toBe('The server refused the connection.')
    expect(await failureOf({ url: `${down}\n${server.url}` })).toMatchObject({ username: 'ada' })
  })

  it('that never answers is a failure in time', async () => {
    const agreeing = await listen(agreement)
    const plain = { start_tls: false, allow_plain: true }
    const urls = [trap.url, trap.url.replace('ldap:', 'ldaps:'), agreeing.url]
    const failures = await Promise.all([
      ...urls.map((url) => failureOf({ url })),
      failureOf({ url: trap.url, ...plain }),
    ])
    const late = 'The server did not respond in time.'
    expect(failures).toEqual([late, late, late, expect.stringMatching(/timed out|closed/)])
    agreeing.server.close()
  })

  it('that refuses the bind DN is a failure', async () => {
    const message = 'The bind DN or its password is wrong.'
    expect(await failureOf({ bind_password: 'wrong' })).toBe(message)
    expect(await failureOf({ bind_dn: '' })).not.toMatchObject({ username: 'ada' })
  })

  it('is not left for another one that it names', async () => {
    const before = trap.count()
    expect(await logIn('nobody', {}, 'x')).toBeNull()
    const base = `ou=remote,${directory.baseDn}`
    expect(await failureOf({ base_dn: base })).toMatch(/^Result 10/)
    expect(trap.count()).toBe(before)
  })

  it('is refused if more than its response arrives before encryption', async () => {
    // A bind that succeeded, as somebody between could write it.
    const between = await listen(agreement + '300c02010261070a0100040004')
    expect(await failureOf({ url: between.url })).toMatch(/more than its response/)
    between.server.close()
  })

  it.each([
    [['300c02010178070a010204000400'], /refused StartTLS with result 2/],
    [['30', '0c020101', '78070a0102040004', '00'], /refused StartTLS with result 2/],
    [['3084000040000201'], /more than its response/],
    [['300c02010578070a010004000400'], /something else/],
    [['485454502f312e3120343030'], /Expected 0x30/],
  ])('is refused if it does not agree to StartTLS: %o', async (parts, message) => {
    const other = await listen(...parts)
    expect(await failureOf({ url: other.url })).toMatch(message)
    other.server.close()
  })
})

describe('the test of the connection', () => {
  const test = async (settings: PluginValues) =>
    await Promise.resolve(plugin.actions?.['test']?.(aKit(settings))).catch(
      (error: unknown) => (error as Error).message,
    )

  it('says what it finds on each server', async () => {
    expect(await test({ url: `${server.url}\n${server.tlsUrl}` })).toBe(
      `${server.url}: Connected. 6 users found.\n${server.tlsUrl}: Connected. 6 users found.`,
    )
    expect(await test({ url: `${server.url}\nldaps://127.0.0.1:1` })).toBe(
      `${server.url}: Connected. 6 users found.\nldaps://127.0.0.1:1: The server refused the connection.`,
    )
  })

  it.each<[PluginValues, string]>([
    [{ user_filter: '(title={username})' }, 'Connected, but no user was found.'],
    [{ base_dn: 'ou=nowhere,dc=example,dc=org' }, 'The base DN does not exist.'],
    [
      { admin_groups: `${directory.groupDn('admins')}\ncn=x,dc=example,dc=org` },
      'Connected, but not found: cn=x,dc=example,dc=org',
    ],
    [{ bind_password: 'wrong' }, 'The bind DN or its password is wrong.'],
  ])('says what is wrong: %o', async (settings, message) => {
    expect(await test(settings)).toBe(`${server.tlsUrl}: ${message}`)
  })
})
