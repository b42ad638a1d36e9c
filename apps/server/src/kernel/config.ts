import { z } from 'zod'

export const defaultDataDir = 'data/db'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const url = (protocol: RegExp) => z.url({ protocol })

function toList(text: string) {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** All options of config.yaml and STOA_* variables; docs/operating.md describes them. */
export const configSchema = z.strictObject({
  database_url: url(/^postgres(ql)?$/).optional(),
  database_pool: z.coerce.number().int().min(2).max(200).default(20),
  database_wait_ms: z.coerce.number().int().min(100).max(60_000).default(5_000),
  database_statement_ms: z.coerce.number().int().min(1_000).max(600_000).default(15_000),
  database_named_statements: flag.default(true),
  requests_at_once: z.coerce.number().int().min(2).max(1_000).optional(),
  database_replicas: z
    .string()
    .transform(toList)
    .pipe(z.array(url(/^postgres(ql)?$/)).max(16))
    .default([]),
  database_replica_lag_ms: z.coerce.number().int().min(200).max(60_000).default(5_000),
  data_dir: z.string().min(1).default(defaultDataDir),
  redis_url: url(/^rediss?$/).optional(),
  smtp_url: url(/^smtps?$/).optional(),
  mail_from: z.string().min(3).default('Stoa <stoa@localhost>'),
  host: z.string().min(1).default('127.0.0.1'),
  port: port.default(3000),
  metrics_port: port.default(0),
  metrics_host: z.string().min(1).default('127.0.0.1'),
  update_url: url(/^https?$/).optional(),
  push_private_endpoints: flag.default(false),
  trust_proxy: z.string().transform(toList).default([]),
  surrogate_keys: flag.default(false),
  read_limits: flag.default(true),
  image_cpu_seconds: z.coerce.number().min(0.1).max(600).default(10),
  image_memory_mb: z.coerce.number().int().min(128).max(16_384).default(512),
  files_dir: z.string().min(1).default('data/files'),
  page_store_dir: z.string().min(1).default('data/pages'),
  page_store_mb: z.coerce.number().int().min(0).max(10_000_000).default(512),
  plugins_dir: z.string().min(1).default('data/plugins'),
  safe_mode: flag.default(false),
  render_timeout_ms: z.coerce.number().int().min(10).max(60_000).default(5_000),
  log_level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  log_pretty: flag.default(false),
  install_key: z.string().min(16).max(128).optional(),
  secret_key: z
    .string()
    .transform(toList)
    .pipe(z.array(z.string().min(32).max(256)).max(8))
    .default([]),
  stop_timeout_ms: z.coerce.number().int().min(100).max(60_000).default(10_000),
})

export type SettingOverride = { readonly value: unknown; readonly variable: string }

export type Config = z.output<typeof configSchema> & {
  /** May not exist yet: the installer writes it. */
  readonly config_file: string
  /** Settings by group and field that environment variables override. */
  readonly setting_overrides: Readonly<Record<string, Readonly<Record<string, SettingOverride>>>>
}
