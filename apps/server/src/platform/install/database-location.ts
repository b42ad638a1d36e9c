import type { checkDatabase } from '@stoa/contract/features/install'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import { resolve } from 'node:path'
import { stringify } from 'yaml'
import type { Config } from '../../kernel/config.ts'
import { failField } from '../../kernel/errors.ts'

export type DatabaseLocation = { kind: 'postgres'; url: string } | { kind: 'folder'; path: string }

export type DatabaseInput = ParsedInputOf<typeof checkDatabase>

export function toDatabaseLocation(input: DatabaseInput): DatabaseLocation {
  if (input.db_type === 'embedded') {
    requireFields(input, ['db_file'])
    return { kind: 'folder', path: resolve(input.db_file) }
  }
  requireFields(input, ['db_host', 'db_name', 'db_username', ...listRequiredCertificates(input)])
  return { kind: 'postgres', url: toUrl(input) }
}

export function getConfiguredLocation(config: Config): DatabaseLocation {
  return config.database_url === undefined
    ? { kind: 'folder', path: config.data_dir }
    : { kind: 'postgres', url: config.database_url }
}

export function toConfigText(location: DatabaseLocation) {
  const setting =
    location.kind === 'postgres' ? { database_url: location.url } : { data_dir: location.path }
  return `# Where Stoa stores its data. See docs/operating.md for all options.\n${stringify(setting, { lineWidth: 0 })}`
}

type TextField = Exclude<keyof DatabaseInput, 'db_port' | 'db_type' | 'ssl_mode'>

function requireFields(input: DatabaseInput, fields: readonly TextField[]) {
  const missing = fields.find((field) => input[field] === '')
  if (missing !== undefined) failField(missing, 'install.field_required')
}

function listRequiredCertificates({ ssl_mode: mode, ssl_cert: cert, ssl_key: key }: DatabaseInput) {
  if (mode === 'disable') return []
  const clientFields: TextField[] = cert === '' && key === '' ? [] : ['ssl_cert', 'ssl_key']
  return mode === 'require'
    ? clientFields
    : (['ssl_root_cert', ...clientFields] satisfies TextField[])
}

function toUrl(input: DatabaseInput) {
  const host = input.db_host.includes(':') ? `[${input.db_host}]` : input.db_host
  const user = encodeURIComponent(input.db_username)
  const password = input.db_password === '' ? '' : `:${encodeURIComponent(input.db_password)}`
  const name = encodeURIComponent(input.db_name)
  const query = toSslParams(input).toString()
  return `postgres://${user}${password}@${host}:${input.db_port}/${name}${query && `?${query}`}`
}

function toSslParams(input: DatabaseInput) {
  const query = new URLSearchParams()
  if (input.ssl_mode === 'disable') return query
  query.set('sslmode', input.ssl_mode)
  // Without it the driver treats `require` and `verify-ca` as `verify-full`.
  query.set('uselibpqcompat', 'true')
  const files = {
    sslrootcert: input.ssl_root_cert,
    sslcert: input.ssl_cert,
    sslkey: input.ssl_key,
  }
  for (const [name, file] of Object.entries(files)) if (file !== '') query.set(name, resolve(file))
  return query
}
