import type { InputOf } from '@stoa/contract/endpoint'
import { reasonOf } from '@stoa/contract/errors'
import { baseInfo } from '@stoa/contract/features/install'
import { defaultLocale, isLocale, languages } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { installSite } from '../features/admin/install/install.actions.ts'
import { toInstallation } from '../features/admin/install/install.input.ts'
import { listeners } from '../features.ts'
import { ConfigError, environment, readConfig } from '../platform/process/read-config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { AppError } from '../kernel/errors.ts'
import { createLog } from '../platform/process/log.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openContext } from '../platform/process/open-context.ts'

/** Options take precedence over environment variables. */
export async function install(options: InstallOptions, print: (text: string) => void) {
  const config = readConfig()
  const { installation, generatedPassword } = readInstallation(options, environment())
  if (config.database_url !== undefined) {
    const database = await openDatabase(config, createLog(config))
    try {
      await migrate(database, listeners)
    } finally {
      await database.close()
    }
  }
  const ctx = await openContext({ config, listeners, isWorker: false })
  try {
    const isNew = await installSite(ctx, installation).catch(toConfigError)
    if (!isNew) return print('This site is already installed. Nothing was changed.')
    print(`${installation.siteName} is installed at ${installation.siteUrl}.`)
    print(`Log in as ${installation.adminEmail}.`)
    if (generatedPassword !== undefined) print(`Generated admin password: ${generatedPassword}`)
    if (installation.hasDemoContent === true)
      print('Demo content will be added when the site starts.')
  } finally {
    await ctx.close()
  }
}

/** Reports rejections of the product itself, such as a common password, like other configuration errors. */
function toConfigError(error: unknown): never {
  const rejected = error instanceof AppError ? error.details.fields?.[0] : undefined
  if (rejected === undefined) throw error
  const message = translator(defaultLocale)(reasonOf(rejected.code), rejected.values)
  throw new ConfigError([`--${optionNames[rejected.field as Field]}: ${message}`])
}

const optionNames = {
  site_name: 'site-name',
  site_url: 'site-url',
  contact_email: 'contact-email',
  lang: 'language',
  community: 'community',
  login_required: 'login-required',
  external_content_display: 'external-content-display',
  demo_content: 'demo-content',
  name: 'admin-name',
  email: 'admin-email',
  password: 'admin-password',
} as const satisfies Record<Field, string>

/** The same as in the web installer. */
type Field = keyof InputOf<typeof baseInfo>
type OptionName = (typeof optionNames)[Field]
type InstallOptions = Partial<Record<OptionName, string>>

/** For `parseArgs`. */
export const installOptions = Object.fromEntries(
  Object.values(optionNames).map((name) => [name, { type: 'string' as const }]),
) as Record<OptionName, { type: 'string' }>

function readInstallation(options: InstallOptions, env: Record<string, string | undefined>) {
  const readOption = (field: Field) =>
    options[optionNames[field]] ?? readVariable(env, optionNames[field])
  const generatedPassword =
    readOption('password') === undefined ? randomBytes(12).toString('base64url') : undefined
  const parsed = baseInfo.input.safeParse(toSiteInput(readOption, generatedPassword))
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(
        (issue) => `--${optionNames[issue.path[0] as Field]}: ${issue.message}`,
      )
  if (!isLocale(readOption('lang') ?? defaultLocale))
    problems.push(`--language: use one of ${languages.map(({ locale }) => locale).join(', ')}`)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return { installation: toInstallation(parsed.data), generatedPassword }
}

/** Fills in defaults. */
function toSiteInput(readOption: (field: Field) => string | undefined, generatedPassword?: string) {
  return {
    site_name: readOption('site_name') ?? 'Stoa',
    site_url: readOption('site_url') ?? 'http://localhost:3000',
    contact_email: readOption('contact_email') ?? readOption('email'),
    lang: readOption('lang') ?? defaultLocale,
    community: readOption('community'),
    login_required: toFlag(readOption('login_required')),
    external_content_display: readOption('external_content_display'),
    demo_content: toFlag(readOption('demo_content')),
    name: readOption('name') ?? 'admin',
    email: readOption('email'),
    password: readOption('password') ?? generatedPassword,
  }
}

/** Also reads `<NAME>_FILE`, for passwords. */
function readVariable(env: Record<string, string | undefined>, name: string) {
  const variable = `STOA_${name.replaceAll('-', '_').toUpperCase()}`
  const file = env[`${variable}_FILE`]
  return env[variable] ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim())
}

/** Other values are left for the schema to reject. */
function toFlag(text: string | undefined) {
  return text === 'true' || text === 'false' ? text === 'true' : text
}
