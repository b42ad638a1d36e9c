import {
  baseInfo,
  checkConfigFile,
  checkDatabase,
  initDatabase,
  installLanguages,
  installMessages,
} from '@stoa/contract/features/install'
import { getMessages } from '@stoa/locales/all'
import { isLocale, languages } from '@stoa/locales/languages'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultDataDir } from '../../../kernel/config.ts'
import type { Context, Setup } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { hashNewPassword } from '../../people/auth/accounts.actions.ts'
import { initializeSite } from './install.actions.ts'
import { toInstallation } from './install.input.ts'

export const installRoutes = [
  route(checkConfigFile, async ({ ctx }) => {
    const { config_file: file } = ctx.config
    const hasDatabase = ctx.setup === null
    return {
      config_file_exist: existsSync(file),
      config_file: file,
      db_connection_success: hasDatabase,
      db_table_exist: hasDatabase,
      default_db_file: resolve(defaultDataDir),
    }
  }),

  route(checkDatabase, async ({ input, ctx }) => {
    await requireSetup(ctx).checkDatabase(input)
    return { connection_success: true as const }
  }),

  route(initDatabase, async ({ input, ctx }) => {
    await requireSetup(ctx).openSite(input)
    return { config_file: ctx.config.config_file }
  }),

  route(baseInfo, async ({ input, ctx, transact }) => {
    if (ctx.setup !== null) fail('install.no_database')
    const installation = toInstallation(input)
    const passwordHash = await hashNewPassword('password', installation.adminPassword)
    return await transact(async (tx) => {
      if (!(await initializeSite(tx, installation, passwordHash))) fail('install.done')
      return null
    })
  }),

  route(installLanguages, async () =>
    languages.map(({ locale, name }) => ({ value: locale, label: name })),
  ),

  route(installMessages, async ({ input, caller }) => {
    const locale = input.lang ?? caller.locale
    return isLocale(locale) ? getMessages(locale) : fail('language.not_found')
  }),
]

/** The installer sets the database once; later changes are made in the configuration. */
function requireSetup(ctx: Context): Setup {
  return ctx.setup ?? fail('install.configured')
}
