import type { checkDatabase } from '@stoa/contract/features/install'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import { resolve } from 'node:path'
import { stringify } from 'yaml'
import type { Config } from '../../kernel/config.ts'
import { failField } from '../../kernel/errors.ts'

/** Where the data will be kept. */
export type Place = { kind: 'postgres'; url: string } | { kind: 'folder'; path: string }

export type DatabaseInput = ParsedInputOf<typeof checkDatabase>

/** The place someone described in the form; what is missing for it is said beside its field. */
export function toPlace(input: DatabaseInput): Place {
  if (input.db_type === 'embedded') {
    need(input, ['db_file'])
    return { kind: 'folder', path: resolve(input.db_file) }
  }
  need(input, ['db_host', 'db_name', 'db_username', ...certificatesNeeded(input)])
  return { kind: 'postgres', url: toUrl(input) }
}

/** The place a configuration names. */
export function placeOf(config: Config): Place {
  return config.database_url === undefined
    ? { kind: 'folder', path: config.data_dir }
    : { kind: 'postgres', url: config.database_url }
}

/** The text of a configuration file that leads there. */
export function toConfigText(place: Place) {
  const setting = place.kind === 'postgres' ? { database_url: place.url } : { data_dir: place.path }
  return `# Where Stoa keeps its data. docs/operating.md lists what else may stand here.\n${stringify(setting, { lineWidth: 0 })}`
}

type TextField = Exclude<keyof DatabaseInput, 'db_port' | 'db_type' | 'ssl_mode'>

function need(input: DatabaseInput, fields: readonly TextField[]) {
  const missing = fields.find((field) => input[field] === '')
  if (missing !== undefined) failField(missing, 'install.field_required')
}

function certificatesNeeded({ ssl_mode: mode, ssl_cert: cert, ssl_key: key }: DatabaseInput) {
  if (mode === 'disable') return []
  const own: TextField[] = cert === '' && key === '' ? [] : ['ssl_cert', 'ssl_key']
  return mode === 'require' ? own : (['ssl_root_cert', ...own] satisfies TextField[])
}

function toUrl(input: DatabaseInput) {
  const host = input.db_host.includes(':') ? `[${input.db_host}]` : input.db_host
  const user = encodeURIComponent(input.db_username)
  const password = input.db_password === '' ? '' : `:${encodeURIComponent(input.db_password)}`
  const name = encodeURIComponent(input.db_name)
  const query = secured(input).toString()
  return `postgres://${user}${password}@${host}:${input.db_port}/${name}${query && `?${query}`}`
}

/** Certificates only count where the connection is encrypted. */
function secured(input: DatabaseInput) {
  const query = new URLSearchParams()
  if (input.ssl_mode === 'disable') return query
  query.set('sslmode', input.ssl_mode)
  // Without it the driver takes `require` and `verify-ca` for `verify-full`.
  query.set('uselibpqcompat', 'true')
  const files = {
    sslrootcert: input.ssl_root_cert,
    sslcert: input.ssl_cert,
    sslkey: input.ssl_key,
  }
  for (const [name, file] of Object.entries(files)) if (file !== '') query.set(name, resolve(file))
  return query
}
