import {
  baseInfo,
  checkConfigFile,
  checkDatabase,
  initDatabase,
  installLanguages,
  installMessages,
} from '@stoa/contract/features/install'
import { allMessages } from '@stoa/locales/all'
import { isLocale, languages } from '@stoa/locales/languages'
import { resolve } from 'node:path'
import { defaultDataDir } from '../../kernel/config.ts'
import type { Context, Setup } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { hashNewPassword } from '../accounts/accounts.actions.ts'
import { hasConfigFile } from './config-file.ts'
import { checkDatabaseLocation } from './database-check.ts'
import { toDatabaseLocation } from './database-location.ts'
import { startSite } from './first-start.ts'
import { initializeSite } from './install.actions.ts'
import { toInstallation } from './install.input.ts'

export const installRoutes = [
  route(checkConfigFile, async ({ ctx }) => {
    const { config_file: file } = ctx.config
    const hasDatabase = ctx.setup === null
    return {
      config_file_exist: hasConfigFile(file),
      config_file: file,
      db_connection_success: hasDatabase,
      db_table_exist: hasDatabase,
      default_db_file: resolve(defaultDataDir),
    }
  }),

  route(checkDatabase, async ({ input, ctx }) => {
    requireSetup(ctx)
    await checkDatabaseLocation(toDatabaseLocation(input))
    return { connection_success: true as const }
  }),

  route(initDatabase, async ({ input, ctx }) => {
    const setup = requireSetup(ctx)
    const { config_file: file } = ctx.config
    await startSite(setup, file, toDatabaseLocation(input))
    return { config_file: file }
  }),

  route(baseInfo, async ({ input, ctx, transact }) => {
    if (ctx.setup !== null) fail('install.no_database')
    const installation = toInstallation(input)
    const passwordHash = await hashNewPassword('password', installation.adminPassword)
    return await transact(async (tx) => {
      if (!(await initializeSite(tx, ctx, installation, passwordHash))) fail('install.done')
      return null
    })
  }),

  route(installLanguages, async () =>
    languages.map(({ locale, name }) => ({ value: locale, label: name })),
  ),

  route(installMessages, async ({ input, caller }) => {
    const locale = input.lang ?? caller.locale
    return isLocale(locale) ? { ...allMessages[locale] } : fail('language.not_found')
  }),
]

/** The installer sets the database once; later changes are made in the configuration. */
function requireSetup(ctx: Context): Setup {
  return ctx.setup ?? fail('install.configured')
}
