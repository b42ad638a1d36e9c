import type { ErrorCode } from '@stoa/contract/errors'
import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import type { Config } from '../../kernel/config.ts'
import { AppError, failField } from '../../kernel/errors.ts'
import { uninitializedSql } from '../database/migrate.ts'
import { privateFolder } from '../files/private-files.ts'
import { sqlState } from '../../kernel/transact.ts'
import type { DatabaseLocation } from './database-location.ts'

const minMajorVersion = 15
const timeoutMs = 5_000

/** Checks without changing anything, and fails with the field to correct. */
export async function checkDatabaseLocation(location: DatabaseLocation) {
  if (location.kind === 'folder') return checkFolder(location.path)
  checkCertificates(new URL(location.url).searchParams)
  const client = new pg.Client({
    connectionString: location.url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'stoa installer',
  })
  // Without a listener, a connection that breaks while idle would crash the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await checkServer(client)
  } catch (error) {
    failConnection(error)
  } finally {
    await client.end().catch(() => {})
  }
}

type ServerFacts = { version: string; may_create: boolean; is_ours: boolean; unstarted: boolean }

async function checkServer(client: pg.Client) {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num') as version,
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege('public', 'create') as may_create,
      to_regclass('public.settings') is not null
        and to_regclass('drizzle.__drizzle_migrations') is not null as is_ours,
      (${uninitializedSql})`)
  const [facts] = rows
  const major = Math.floor(Number(facts?.version) / 10_000)
  if (major < minMajorVersion)
    failField('db_host', 'install.db_too_old', { found: major, needed: minMajorVersion })
  if (facts?.may_create !== true) failField('db_username', 'install.db_no_rights')
  if (!facts.unstarted && !facts.is_ours) failField('db_name', 'install.db_not_empty')
}

/** One error for all that is not a certificate: the form must not reveal which files exist. */
function checkCertificates(query: URLSearchParams) {
  const fields = { sslrootcert: 'ssl_root_cert', sslcert: 'ssl_cert', sslkey: 'ssl_key' }
  for (const [name, field] of Object.entries(fields)) {
    const file = query.get(name)
    if (file !== null && !isPem(file)) failField(field, 'install.db_certificate_file')
  }
}

function isPem(file: string) {
  try {
    return statSync(file).isFile() && readFileSync(file, 'utf8').includes('-----BEGIN ')
  } catch {
    return false
  }
}

function checkFolder(path: string) {
  try {
    accessSync(listMissingFolders(path).at(-1)?.parent ?? path, constants.W_OK | constants.X_OK)
  } catch {
    failField('db_file', 'install.folder_not_writable')
  }
}

/** Creates one level at a time: recursive `mkdirSync` never returns in places like /proc. */
export function createDataFolder({ database_url: url, data_dir: path }: Config) {
  if (url !== undefined) return
  try {
    for (const { folder } of listMissingFolders(path).toReversed())
      mkdirSync(folder, { mode: privateFolder.mode })
  } catch {
    failField('db_file', 'install.folder_not_writable')
  }
}

/** The deepest folder first. */
function listMissingFolders(path: string) {
  const missing: { folder: string; parent: string }[] = []
  let folder = path
  for (;;) {
    const stats = statSync(folder, { throwIfNoEntry: false })
    if (stats?.isDirectory() === true) return missing
    if (stats !== undefined) throw new Error(`${folder} is not a folder`)
    missing.push({ folder, parent: dirname(folder) })
    folder = dirname(folder)
  }
}

/** The first pattern that matches the error's code wins. */
const connectionErrors: readonly [pattern: RegExp, field: string, code: ErrorCode][] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'db_host', 'install.db_unknown_host'],
  [/^ECONNREFUSED$/, 'db_host', 'install.db_refused'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout)$/, 'db_host', 'install.db_timeout'],
  [/^28/, 'db_username', 'install.db_login'],
  [/^3D000$/, 'db_name', 'install.db_missing'],
  [/^(42501|3F000)$/, 'db_username', 'install.db_no_rights'],
  [/^(57P03|53300)$/, 'db_host', 'install.db_busy'],
  [/^no-ssl$/, 'ssl_mode', 'install.db_no_ssl'],
  [/(CERT|SIGNATURE|SELF_SIGNED|ISSUER|TLS|SSL)/, 'ssl_mode', 'install.db_certificate'],
]

function failConnection(error: unknown): never {
  if (error instanceof AppError) throw error
  const code = codeOf(error)
  const [, field, reason] = connectionErrors.find(([pattern]) => pattern.test(code)) ?? []
  failField(field ?? 'db_host', reason ?? 'install.db_failed')
}

function codeOf(error: unknown): string {
  const state = sqlState(error)
  if (state !== undefined) return state
  if (!(error instanceof Error)) return ''
  if (/timeout/i.test(error.message)) return 'timeout'
  if (/does not support SSL/i.test(error.message)) return 'no-ssl'
  return 'code' in error ? String(error.code) : ''
}
