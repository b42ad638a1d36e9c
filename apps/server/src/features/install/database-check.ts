import type { ErrorCode } from '@stoa/contract/errors'
import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import type { Config } from '../../kernel/config.ts'
import { AppError, failField } from '../../kernel/errors.ts'
import { unstartedSql } from '../../kernel/migrate.ts'
import { privateFolder } from '../../kernel/private-files.ts'
import { sqlState } from '../../kernel/transact.ts'
import type { Place } from './database-place.ts'

const oldestMajor = 15
const timeoutMs = 5_000

/** Tries a place and changes nothing there. Says what is wrong beside the field that can mend it. */
export async function checkPlace(place: Place) {
  if (place.kind === 'folder') return checkFolder(place.path)
  checkCertificates(new URL(place.url).searchParams)
  const client = new pg.Client({
    connectionString: place.url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'stoa installer',
  })
  // A connection that breaks while nobody waits for an answer would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await inspect(client)
  } catch (error) {
    refuse(error)
  } finally {
    await client.end().catch(() => {})
  }
}

type Facts = { version: string; may_create: boolean; is_ours: boolean; unstarted: boolean }

async function inspect(client: pg.Client) {
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version_num') as version,
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege('public', 'create') as may_create,
      to_regclass('public.settings') is not null
        and to_regclass('drizzle.__drizzle_migrations') is not null as is_ours,
      (${unstartedSql})`)
  const [facts] = rows
  const major = Math.floor(Number(facts?.version) / 10_000)
  if (major < oldestMajor)
    failField('db_host', 'install.db_too_old', { found: major, needed: oldestMajor })
  if (facts?.may_create !== true) failField('db_username', 'install.db_no_rights')
  if (!facts.unstarted && !facts.is_ours) failField('db_name', 'install.db_not_empty')
}

/** Files are named by a stranger: one answer for all that is not a certificate, whatever else it may be. */
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
    accessSync(missingFolders(path).at(-1)?.parent ?? path, constants.W_OK | constants.X_OK)
  } catch {
    failField('db_file', 'install.folder_not_writable')
  }
}

/** Makes the folder of the embedded database, one level after the other: asked for all at once, Node never ends in places like /proc. */
export function makeFolder({ database_url: url, data_dir: path }: Config) {
  if (url !== undefined) return
  try {
    for (const { folder } of missingFolders(path).toReversed())
      mkdirSync(folder, { mode: privateFolder.mode })
  } catch {
    failField('db_file', 'install.folder_not_writable')
  }
}

/** The folders that would have to be made, the deepest first. */
function missingFolders(path: string) {
  const missing: { folder: string; parent: string }[] = []
  let folder = path
  for (;;) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found?.isDirectory() === true) return missing
    if (found !== undefined) throw new Error(`${folder} is not a folder`)
    missing.push({ folder, parent: dirname(folder) })
    folder = dirname(folder)
  }
}

/** Which refusal it is, by the error's own code; the first that fits. */
const refusals: readonly [pattern: RegExp, field: string, code: ErrorCode][] = [
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

function refuse(error: unknown): never {
  if (error instanceof AppError) throw error
  const code = codeOf(error)
  const found = refusals.find(([pattern]) => pattern.test(code))
  failField(found?.[1] ?? 'db_host', found?.[2] ?? 'install.db_failed')
}

function codeOf(error: unknown): string {
  const state = sqlState(error)
  if (state !== undefined) return state
  if (!(error instanceof Error)) return ''
  if (/timeout/i.test(error.message)) return 'timeout'
  if (/does not support SSL/i.test(error.message)) return 'no-ssl'
  return 'code' in error ? String(error.code) : ''
}
