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

/** All options of config.yaml and STOA_* variables. */
export const configSchema = z.strictObject({
  /** Without it, the embedded database in `data_dir` is used. */
  database_url: url(/^postgres(ql)?$/).optional(),
  database_pool: z.coerce.number().int().min(2).max(200).default(20),
  /** How long a request waits for a pool connection before it fails with 503. */
  database_wait_ms: z.coerce.number().int().min(100).max(60_000).default(5_000),
  /** Statement timeout. */
  database_statement_ms: z.coerce.number().int().min(1_000).max(600_000).default(15_000),
  /** Uses prepared statements, which not every connection pooler supports. */
  database_named_statements: flag.default(true),
  /** Maximum concurrency; lowered while the process is busy. */
  requests_at_once: z.coerce.number().int().min(2).max(1_000).optional(),
  database_replicas: z
    .string()
    .transform(toList)
    .pipe(z.array(url(/^postgres(ql)?$/)).max(16))
    .default([]),
  /** Replicas with a greater lag are not used. */
  database_replica_lag_ms: z.coerce.number().int().min(200).max(60_000).default(5_000),
  data_dir: z.string().min(1).default(defaultDataDir),
  redis_url: url(/^rediss?$/).optional(),
  /** Overrides the mail settings of the site. */
  smtp_url: url(/^smtps?$/).optional(),
  mail_from: z.string().min(3).default('Stoa <stoa@localhost>'),
  host: z.string().min(1).default('127.0.0.1'),
  port: port.default(3000),
  /** 0 turns metrics off. */
  metrics_port: port.default(0),
  metrics_host: z.string().min(1).default('127.0.0.1'),
  /** IPs or networks of proxies whose X-Forwarded-* headers are trusted. */
  trust_proxy: z.string().transform(toList).default([]),
  /** Sends Surrogate-Key headers for a CDN that supports purging by key. */
  surrogate_keys: flag.default(false),
  /** Turn off if a proxy limits reads. */
  read_limits: flag.default(true),
  /** Limits of the image process. */
  image_cpu_seconds: z.coerce.number().min(0.1).max(600).default(10),
  image_memory_mb: z.coerce.number().int().min(128).max(16_384).default(512),
  files_dir: z.string().min(1).default('data/files'),
  plugins_dir: z.string().min(1).default('plugins'),
  /** Disables plugins and custom markup. */
  safe_mode: flag.default(false),
  render_timeout_ms: z.coerce.number().int().min(10).max(60_000).default(5_000),
  log_level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  log_pretty: flag.default(false),
  /** Required by the installer; generated at startup when absent. */
  install_key: z.string().min(16).max(128).optional(),
  /** The first key encrypts secrets in the database; previous keys follow it. */
  secret_key: z
    .string()
    .transform(toList)
    .pipe(z.array(z.string().min(32).max(256)).max(8))
    .default([]),
  stop_timeout_ms: z.coerce.number().int().min(100).max(60_000).default(10_000),
})

export type Config = z.output<typeof configSchema> & {
  /** May not exist yet: the installer writes it. */
  readonly config_file: string
}
