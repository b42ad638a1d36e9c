import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const url = (protocol: RegExp) => z.url({ protocol })

const schema = z.strictObject({
  /** A PostgreSQL server. Without it, `data_dir` is used. */
  database_url: url(/^postgres(ql)?$/).optional(),
  database_pool: z.coerce.number().int().min(2).max(200).default(20),
  /** A folder for the embedded database. */
  data_dir: z.string().min(1).default('data/db'),
  redis_url: url(/^rediss?$/).optional(),
  /** Overrides the mail settings of the admin area. */
  smtp_url: url(/^smtps?$/).optional(),
  mail_from: z.string().min(3).default('Stoa <stoa@localhost>'),
  host: z.string().min(1).default('127.0.0.1'),
  port: port.default(3000),
  /** Metrics are served on a port of their own, on the same host; 0 turns them off. */
  metrics_port: port.default(0),
  /** Addresses or networks of proxies whose X-Forwarded-* headers are believed. */
  trust_proxy: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .default([]),
  files_dir: z.string().min(1).default('data/files'),
  plugins_dir: z.string().min(1).default('plugins'),
  log_level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  log_pretty: flag.default(false),
  /** The most a stop may take, in milliseconds. */
  stop_timeout_ms: z.coerce.number().int().min(100).max(60_000).default(10_000),
})

export type Config = z.output<typeof schema>

/** Thrown with every problem of the configuration at once. */
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
/** Variables with the prefix that are not part of the configuration: read by `stoa install`. */
const otherVariables = /^STOA_(CONFIG$|SITE_|ADMIN_|CONTACT_EMAIL|LANGUAGE)/

/** The environment, for the few values that are not configuration. */
export function environment(): Env {
  return process.env
}

/** Reads the configuration: environment over config.yaml over defaults. */
export function readConfig(env: Env = environment()): Config {
  const problems: string[] = []
  const file = env['STOA_CONFIG'] ?? 'config.yaml'
  if (env['STOA_CONFIG'] !== undefined && !existsSync(file)) {
    problems.push(`STOA_CONFIG names ${resolve(file)}, which does not exist`)
  }
  const fromFile = readYaml(file, problems)
  const fromEnv = readEnv(env, problems)
  const parsed = schema.safeParse({ ...fromFile, ...fromEnv }, { reportInput: true })
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(describe(issue, fromEnv))
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return parsed.data
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
