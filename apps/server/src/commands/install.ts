import { randomBytes } from 'node:crypto'
import { installSite } from '../features/install/install.actions.ts'
import { Installation } from '../features/install/install.input.ts'
import { listeners } from '../features.ts'
import { ConfigError, environment, readConfig } from '../kernel/config.ts'
import { openDatabase } from '../kernel/database.ts'
import { makeLog } from '../kernel/log.ts'
import { migrate } from '../kernel/migrate.ts'
import { openContext } from '../kernel/open-context.ts'

/** Makes a site from options, or from the environment for what is not given. */
export async function install(options: InstallOptions, say: (text: string) => void) {
  const config = readConfig()
  const { installation, generatedPassword } = readInstallation(options, environment())
  if (config.database_url !== undefined) {
    const database = await openDatabase(config, makeLog(config))
    await migrate(database, listeners).finally(() => database.close())
  }
  const ctx = await openContext({ config, listeners, works: false })
  try {
    const isNew = await installSite(ctx, installation)
    if (!isNew) return say('This site is already installed; nothing was changed.')
    say(`${installation.siteName} is installed at ${installation.siteUrl}.`)
    say(`The admin signs in as ${installation.adminEmail}.`)
    if (generatedPassword !== undefined) say(`The admin's password is ${generatedPassword}`)
  } finally {
    await ctx.close()
  }
}

const names = {
  siteName: 'site-name',
  siteUrl: 'site-url',
  contactEmail: 'contact-email',
  language: 'language',
  adminName: 'admin-name',
  adminEmail: 'admin-email',
  adminPassword: 'admin-password',
} as const satisfies Record<keyof Installation, string>

type OptionName = (typeof names)[keyof typeof names]
type InstallOptions = Partial<Record<OptionName, string>>

/** The options of `stoa install`, as the command line parser wants them. */
export const installOptions = Object.fromEntries(
  Object.values(names).map((name) => [name, { type: 'string' as const }]),
) as Record<OptionName, { type: 'string' }>

function readInstallation(options: InstallOptions, env: Record<string, string | undefined>) {
  const given = (field: keyof Installation) =>
    options[names[field]] ?? env[`STOA_${names[field].replaceAll('-', '_').toUpperCase()}`]
  const password = given('adminPassword')
  const generatedPassword =
    password === undefined ? randomBytes(12).toString('base64url') : undefined
  const parsed = Installation.safeParse({
    siteName: given('siteName') ?? 'Stoa',
    siteUrl: given('siteUrl') ?? 'http://localhost:3000',
    contactEmail: given('contactEmail') ?? given('adminEmail'),
    language: given('language'),
    adminName: given('adminName') ?? 'admin',
    adminEmail: given('adminEmail'),
    adminPassword: password ?? generatedPassword,
  })
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(
        (issue) => `--${names[issue.path[0] as keyof Installation]}: ${issue.message}`,
      ),
    )
  }
  return { installation: parsed.data, generatedPassword }
}
