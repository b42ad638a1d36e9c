import type { InputOf } from '@stoa/contract/endpoint'
import { reasonOf } from '@stoa/contract/errors'
import { baseInfo } from '@stoa/contract/features/install'
import { defaultLocale, isLocale, languages } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { installSite } from '../features/install/install.actions.ts'
import { toInstallation } from '../features/install/install.input.ts'
import { listeners } from '../features.ts'
import { ConfigError, environment, readConfig } from '../kernel/config.ts'
import { openDatabase } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { makeLog } from '../kernel/log.ts'
import { migrate } from '../kernel/migrate.ts'
import { openContext } from '../kernel/open-context.ts'

/** Makes a site from options, or from the environment for what is not given. */
export async function install(options: InstallOptions, say: (text: string) => void) {
  const config = readConfig()
  const { installation, generatedPassword } = readInstallation(options, environment())
  if (config.database_url !== undefined) {
    const database = await openDatabase(config, makeLog(config))
    try {
      await migrate(database, listeners)
    } finally {
      await database.close()
    }
  }
  const ctx = await openContext({ config, listeners, works: false })
  try {
    const isNew = await installSite(ctx, installation).catch(toConfigError)
    if (!isNew) return say('This site is already installed; nothing was changed.')
    say(`${installation.siteName} is installed at ${installation.siteUrl}.`)
    say(`The admin signs in as ${installation.adminEmail}.`)
    if (generatedPassword !== undefined) say(`The admin's password is ${generatedPassword}`)
  } finally {
    await ctx.close()
  }
}

/** What only the product itself can refuse, such as a password that everybody uses, said like the rest. */
function toConfigError(error: unknown): never {
  const refused = error instanceof AppError ? error.details.fields?.[0] : undefined
  if (refused === undefined) throw error
  const message = translator(defaultLocale)(reasonOf(refused.code), refused.values)
  throw new ConfigError([`--${names[refused.field as Field]}: ${message}`])
}

const names = {
  site_name: 'site-name',
  site_url: 'site-url',
  contact_email: 'contact-email',
  lang: 'language',
  login_required: 'login-required',
  external_content_display: 'external-content-display',
  name: 'admin-name',
  email: 'admin-email',
  password: 'admin-password',
} as const satisfies Record<Field, string>

/** The command asks for what the installer in the browser asks for. */
type Field = keyof InputOf<typeof baseInfo>
type OptionName = (typeof names)[Field]
type InstallOptions = Partial<Record<OptionName, string>>

/** The options of `stoa install`, as the command line parser wants them. */
export const installOptions = Object.fromEntries(
  Object.values(names).map((name) => [name, { type: 'string' as const }]),
) as Record<OptionName, { type: 'string' }>

function readInstallation(options: InstallOptions, env: Record<string, string | undefined>) {
  const given = (field: Field) => options[names[field]] ?? fromEnvironment(env, names[field])
  const generatedPassword =
    given('password') === undefined ? randomBytes(12).toString('base64url') : undefined
  const parsed = baseInfo.input.safeParse(wantedSite(given, generatedPassword))
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `--${names[issue.path[0] as Field]}: ${issue.message}`)
  if (!isLocale(given('lang') ?? defaultLocale))
    problems.push(`--language: use one of ${languages.map(({ locale }) => locale).join(', ')}`)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return { installation: toInstallation(parsed.data), generatedPassword }
}

/** The site that was asked for, with a sensible value for what was not said. */
function wantedSite(given: (field: Field) => string | undefined, generatedPassword?: string) {
  return {
    site_name: given('site_name') ?? 'Stoa',
    site_url: given('site_url') ?? 'http://localhost:3000',
    contact_email: given('contact_email') ?? given('email'),
    lang: given('lang') ?? defaultLocale,
    login_required: toFlag(given('login_required')),
    external_content_display: given('external_content_display'),
    name: given('name') ?? 'admin',
    email: given('email'),
    password: given('password') ?? generatedPassword,
  }
}

/** A value, or the file that holds it: a password does not belong into an environment. */
function fromEnvironment(env: Record<string, string | undefined>, name: string) {
  const variable = `STOA_${name.replaceAll('-', '_').toUpperCase()}`
  const file = env[`${variable}_FILE`]
  return env[variable] ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim())
}

/** Anything but the two words is left for the schema to refuse. */
function toFlag(text: string | undefined) {
  return text === 'true' || text === 'false' ? text === 'true' : text
}
