import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'
import { type Config, configSchema, defaultDataDir } from '../../kernel/config.ts'
import { readSettingOverrides, settingPrefix, smtpOverrides } from './setting-overrides.ts'

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
  /^STOA_(CONFIG$|SITE_|ADMIN_|CONTACT_EMAIL|LANGUAGE|LOGIN_REQUIRED|EXTERNAL_CONTENT_DISPLAY|DEMO_CONTENT)/

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
  const variables = Object.entries(readEnv(env, problems))
  const isSetting = ([key]: [string, string]) => key.startsWith(settingPrefix)
  const fromEnv = Object.fromEntries(variables.filter((entry) => !isSetting(entry)))
  const overrides = readSettingOverrides(variables.filter(isSetting), problems)
  const parsed = configSchema.safeParse({ ...fromFile, ...fromEnv }, { reportInput: true })
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(describe(issue, fromEnv))
  } else if (parsed.data.database_url === undefined && parsed.data.database_replicas.length > 0) {
    problems.push(`${nameOf('database_replicas', fromEnv)}: requires database_url`)
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return {
    ...parsed.data,
    config_file: file,
    setting_overrides: { ...overrides, ...smtpOverrides(parsed.data) },
  }
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
