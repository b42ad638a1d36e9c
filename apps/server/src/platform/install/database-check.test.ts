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
import { checkDatabaseLocation } from './database-check.ts'
import { toConfigText, toDatabaseLocation } from './database-location.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-check-'))
const role = `limited_${process.pid}`
let database: Awaited<ReturnType<typeof createEmptyDatabase>>

beforeAll(async () => {
  database = await createEmptyDatabase()
  await runSql(`create role ${role} login password 'right'`)
  await runSql(`grant connect on database ${new URL(database.url).pathname.slice(1)} to ${role}`)
})
afterAll(async () => {
  await runSql(`drop owned by ${role}`)
  await runSql(`drop role ${role}`)
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function runSql(statement: string, url = servicePorts().postgres.url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The field and error code; null when the check passes. */
async function findProblem(changes: object, url = database.url) {
  const input = checkDatabase.input.parse({ ...formFor(url), ...changes })
  try {
    await checkDatabaseLocation(toDatabaseLocation(input))
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { field, code, values } = error.details.fields?.[0] ?? { field: '', code: error.code }
    return [field, code, ...Object.values(values ?? {})]
  }
}

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

/** A TCP server that is not PostgreSQL. */
async function startServer(respond: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    respond(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { db_port: (server.address() as AddressInfo).port }
}

describe('checkDatabaseLocation (PostgreSQL)', () => {
  it('accepts an empty database, one of Stoa, and one whose setup was interrupted', async () => {
    expect(await findProblem({})).toBeNull()
    const ours = await createTestDatabase()
    expect(await findProblem({}, ours.url)).toBeNull()
    await runSql('drop schema pgboss cascade', ours.url)
    expect(await findProblem({}, ours.url)).toBeNull()
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
    expect(await findProblem(changes)).toEqual([field, code])
  })

  it('fails for a server that does not respond, and for one that is not PostgreSQL', async () => {
    const silent = await startServer(() => {})
    expect(await findProblem(silent)).toEqual(['db_host', 'install.db_timeout'])
    const web = await startServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await findProblem(web)).toEqual(['db_host', 'install.db_failed'])
  })

  it('fails when the user may not create tables', async () => {
    expect(await findProblem({ db_username: role, db_password: 'right' })).toEqual([
      'db_username',
      'install.db_no_rights',
    ])
  })

  it('rejects a database with other tables', async () => {
    const other = await createEmptyDatabase()
    await runSql('create table wp_posts (id int)', other.url)
    expect(await findProblem({}, other.url)).toEqual(['db_name', 'install.db_not_empty'])
    await other.drop()
  })

  it.each([
    ['28P01', 'db_username', 'install.db_login'],
    ['57P03', 'db_host', 'install.db_busy'],
    ['53300', 'db_host', 'install.db_busy'],
  ])('maps the SQL state %s', async (state, field, code) => {
    const server = await startServer((socket) =>
      socket.on('data', () => socket.end(errorMessage(state))),
    )
    expect(await findProblem(server)).toEqual([field, code])
  })
})

/** An error message of the PostgreSQL protocol. */
function errorMessage(state: string) {
  const body = Buffer.from(`SFATAL\0C${state}\0Mno\0\0`)
  const header = Buffer.alloc(5)
  header.write('E')
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

describe('checkDatabaseLocation (certificates)', () => {
  it('returns the same error for a missing file and for one that is no certificate', async () => {
    const secret = join(folder, 'secret.txt')
    writeFileSync(secret, 'not a certificate')
    for (const file of [secret, join(folder, 'missing'), folder])
      expect(await findProblem({ ssl_mode: 'verify-ca', ssl_root_cert: file })).toEqual([
        'ssl_root_cert',
        'install.db_certificate_file',
      ])
  })

  it('writes the SSL mode into the URL in libpq form', () => {
    const root = join(folder, 'root.pem')
    const input = checkDatabase.input.parse({
      ...formFor('postgres://us%40er:p%3Aw%2F@db.example:6000/st%20oa'),
      db_name: 'st oa',
      ssl_mode: 'verify-ca',
      ssl_root_cert: root,
    })
    const text = toConfigText(toDatabaseLocation(input))
    expect(text).toContain(
      `database_url: postgres://us%40er:p%3Aw%2F@db.example:6000/st%20oa?sslmode=verify-ca&uselibpqcompat=true&sslrootcert=${encodeURIComponent(root)}`,
    )
  })
})

describe('checkDatabaseLocation (folder)', () => {
  const check = (db_file: string) => findProblem({ db_type: 'embedded', db_file })

  it('accepts an existing folder, and one that can be created', async () => {
    expect(await check(folder)).toBeNull()
    expect(await check(join(folder, 'a/b/c'))).toBeNull()
  })

  it('rejects a file, a folder below a file, and an empty name', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await check(file)).toEqual(['db_file', 'install.folder_not_writable'])
    expect(await check(join(file, 'below'))).toEqual(['db_file', 'install.folder_not_writable'])
    expect(await check('')).toEqual(['db_file', 'install.field_required'])
  })
})
