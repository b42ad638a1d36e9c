import { checkDatabase } from '@stoa/contract/features/install'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase, createTestDatabase, servicePorts } from '../../../test/databases.ts'
import { formFor } from '../../../test/installer.ts'
import { AppError } from '../../kernel/errors.ts'
import { checkPlace } from './database-check.ts'
import { toConfigText, toPlace } from './database-place.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-check-'))
const role = `limited_${process.pid}`
let database: Awaited<ReturnType<typeof createEmptyDatabase>>

beforeAll(async () => {
  database = await createEmptyDatabase()
  await onServer(`create role ${role} login password 'right'`)
  await onServer(`grant connect on database ${new URL(database.url).pathname.slice(1)} to ${role}`)
})
afterAll(async () => {
  await onServer(`drop owned by ${role}`)
  await onServer(`drop role ${role}`)
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function onServer(statement: string, url = servicePorts().postgres.url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** What is wrong, and beside which field it is said; null when all is well. */
async function problemWith(changes: object, url = database.url) {
  const input = checkDatabase.input.parse({ ...formFor(url), ...changes })
  try {
    await checkPlace(toPlace(input))
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { field, code, values } = error.details.fields?.[0] ?? { field: '', code: error.code }
    return [field, code, ...Object.values(values ?? {})]
  }
}

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

/** Something on a port that is not PostgreSQL, or pretends to be. */
async function somethingElse(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    answer(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { db_port: (server.address() as AddressInfo).port }
}

describe('the check of a PostgreSQL server', () => {
  it('is content with an empty database, with one of ours, and with one that was cut off', async () => {
    expect(await problemWith({})).toBeNull()
    const ours = await createTestDatabase()
    expect(await problemWith({}, ours.url)).toBeNull()
    await onServer('drop schema pgboss cascade', ours.url)
    expect(await problemWith({}, ours.url)).toBeNull()
    await ours.drop()
  })

  it.each([
    [{ db_host: '' }, 'db_host', 'install.field_required'],
    [{ db_name: '' }, 'db_name', 'install.field_required'],
    [{ db_username: '' }, 'db_username', 'install.field_required'],
    [{ db_host: 'no-such-host.invalid' }, 'db_host', 'install.db_unknown_host'],
    [{ db_port: 1 }, 'db_host', 'install.db_refused'],
    [{ db_username: 'nobody_at_all' }, 'db_username', 'install.db_login'],
    [{ db_name: 'no_such_database' }, 'db_name', 'install.db_missing'],
    [{ ssl_mode: 'require' }, 'ssl_mode', 'install.db_no_ssl'],
    [{ ssl_mode: 'verify-full' }, 'ssl_root_cert', 'install.field_required'],
    [{ ssl_mode: 'require', ssl_cert: '/x' }, 'ssl_key', 'install.field_required'],
  ])('%j: %s %s', async (changes, field, code) => {
    expect(await problemWith(changes)).toEqual([field, code])
  })

  it('gives up on a server that says nothing, and on one that is something else', async () => {
    const silent = await somethingElse(() => {})
    expect(await problemWith(silent)).toEqual(['db_host', 'install.db_timeout'])
    const web = await somethingElse((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await problemWith(web)).toEqual(['db_host', 'install.db_failed'])
  })

  it('sees that the user may not create tables', async () => {
    expect(await problemWith({ db_username: role, db_password: 'right' })).toEqual([
      'db_username',
      'install.db_no_rights',
    ])
  })

  it('keeps away from the tables of something else', async () => {
    const other = await createEmptyDatabase()
    await onServer('create table wp_posts (id int)', other.url)
    expect(await problemWith({}, other.url)).toEqual(['db_name', 'install.db_not_empty'])
    await other.drop()
  })

  it.each([
    ['28P01', 'db_username', 'install.db_login'],
    ['57P03', 'db_host', 'install.db_busy'],
    ['53300', 'db_host', 'install.db_busy'],
  ])('reads the answer %s of a server', async (state, field, code) => {
    const server = await somethingElse((socket) =>
      socket.on('data', () => socket.end(errorReply(state))),
    )
    expect(await problemWith(server)).toEqual([field, code])
  })
})

/** An error as PostgreSQL sends it. */
function errorReply(state: string) {
  const body = Buffer.from(`SFATAL\0C${state}\0Mno\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

describe('the check of certificates', () => {
  it('gives one answer for a file that is missing and for one that is no certificate', async () => {
    const secret = join(folder, 'secret.txt')
    writeFileSync(secret, 'not a certificate')
    for (const file of [secret, join(folder, 'missing'), folder])
      expect(await problemWith({ ssl_mode: 'verify-ca', ssl_root_cert: file })).toEqual([
        'ssl_root_cert',
        'install.db_certificate_file',
      ])
  })

  it('writes the choice into the address the way libpq reads it', () => {
    const root = join(folder, 'root.pem')
    const input = checkDatabase.input.parse({
      ...formFor('postgres://us%40er:p%3Aw%2F@db.example:6000/st%20oa'),
      db_name: 'st oa',
      ssl_mode: 'verify-ca',
      ssl_root_cert: root,
    })
    const text = toConfigText(toPlace(input))
    expect(text).toContain(
      `database_url: postgres://us%40er:p%3Aw%2F@db.example:6000/st%20oa?sslmode=verify-ca&uselibpqcompat=true&sslrootcert=${encodeURIComponent(root)}`,
    )
  })
})

describe('the check of a folder', () => {
  const check = (db_file: string) => problemWith({ db_type: 'embedded', db_file })

  it('takes one that is there, and one that can be made', async () => {
    expect(await check(folder)).toBeNull()
    expect(await check(join(folder, 'a/b/c'))).toBeNull()
  })

  it('refuses a file, a folder below a file, and no name at all', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await check(file)).toEqual(['db_file', 'install.folder_not_writable'])
    expect(await check(join(file, 'below'))).toEqual(['db_file', 'install.folder_not_writable'])
    expect(await check('')).toEqual(['db_file', 'install.field_required'])
  })
})
