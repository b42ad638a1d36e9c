import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
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

const schema = z.strictObject({
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

export type Config = z.output<typeof schema> & {
  /** May not exist yet: the installer writes it. */
  readonly config_file: string
}

/** Contains all problems of the configuration. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type Env = Record<string, string | undefined>

const prefix = 'STOA_'
/** Options of `stoa install`. */
const otherVariables =
  /^STOA_(CONFIG$|SITE_|ADMIN_|CONTACT_EMAIL|LANGUAGE|LOGIN_REQUIRED|EXTERNAL_CONTENT_DISPLAY)/

export function environment(): Env {
  return process.env
}

/** Whether the database is configured. If not, the installer asks for it. */
export function isConfigured(env: Env = environment()) {
  const names = ['STOA_DATABASE_URL', 'STOA_DATA_DIR'].flatMap((name) => [name, `${name}_FILE`])
  return (
    names.some((name) => env[name] !== undefined) ||
    existsSync(configFileOf(env)) ||
    // Created by `stoa install` without database options.
    existsSync(join(defaultDataDir, 'pg'))
  )
}

function configFileOf(env: Env) {
  return resolve(env['STOA_CONFIG'] ?? 'config.yaml')
}

/** Path of the generated key, used when none is configured. */
export function secretKeyFile(config: Config) {
  const isEmbedded = config.database_url === undefined
  return join(isEmbedded ? config.data_dir : dirname(config.config_file), 'secret.key')
}

type ReadOptions = { isFileOptional?: boolean }

/** Environment variables override config.yaml, which overrides the defaults. */
export function readConfig(env: Env = environment(), options: ReadOptions = {}): Config {
  const problems: string[] = []
  const file = configFileOf(env)
  if (env['STOA_CONFIG'] !== undefined && options.isFileOptional !== true && !existsSync(file)) {
    problems.push(`STOA_CONFIG names ${file}, which does not exist`)
  }
  const fromFile = readYaml(file, problems)
  const fromEnv = readEnv(env, problems)
  const parsed = schema.safeParse({ ...fromFile, ...fromEnv }, { reportInput: true })
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(describe(issue, fromEnv))
  } else if (parsed.data.database_url === undefined && parsed.data.database_replicas.length > 0) {
    problems.push(`${nameOf('database_replicas', fromEnv)}: requires database_url`)
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return { ...parsed.data, config_file: file }
}

function readYaml(file: string, problems: string[]): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    const content: unknown = parse(readFileSync(file, 'utf8'))
    if (content === null) return {}
    if (typeof content === 'object' && !Array.isArray(content))
      return content as Record<string, unknown>
    problems.push(`${file} must be a list of "key: value" lines`)
  } catch (error) {
    problems.push(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return {}
}

function readEnv(env: Env, problems: string[]) {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(prefix) || value === undefined || otherVariables.test(name)) continue
    const key = name.slice(prefix.length).toLowerCase()
    if (!key.endsWith('_file')) {
      values[key] = value
      continue
    }
    if (env[name.slice(0, -'_FILE'.length)] !== undefined) {
      problems.push(`${name} and ${name.slice(0, -'_FILE'.length)} are both set: keep one`)
      continue
    }
    try {
      values[key.slice(0, -'_file'.length)] = readFileSync(value, 'utf8').trim()
    } catch {
      problems.push(`${name} names ${value}, which cannot be read`)
    }
  }
  return values
}

function describe(issue: z.core.$ZodIssue, fromEnv: Record<string, string>) {
  if (issue.code === 'unrecognized_keys') {
    return `unknown: ${issue.keys.map((key) => nameOf(key, fromEnv)).join(', ')}`
  }
  return `${nameOf(String(issue.path[0] ?? ''), fromEnv)}: ${issue.message}`
}

function nameOf(key: string, fromEnv: Record<string, string>) {
  return key in fromEnv ? prefix + key.toUpperCase() : key
}
