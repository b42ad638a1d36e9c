import { checkConfigFile } from '@stoa/contract/features/install'
import { redirect } from 'react-router'
import { installPath } from '../../../kernel/paths.ts'
import { apiFrom } from '../../../kernel/api.server.ts'

export const databasePath = `${installPath}/database`
export const configPath = `${installPath}/config`
export const sitePath = `${installPath}/site`
export const readyPath = `${installPath}/ready`

/** Installer pages contain passwords and must not be cached. */
export const installHeaders = () => ({ 'cache-control': 'no-store' })

type Args = Parameters<typeof apiFrom>[0]

/** Redirects if the step is already done or not possible yet. */
export async function loadInstallState(args: Args, required: 'no database' | 'a database') {
  const state = await apiFrom(args).call(checkConfigFile, {})
  const hasDatabase = state.db_connection_success
  if (required === 'no database' && hasDatabase) throw redirect(sitePath)
  if (required === 'a database' && !hasDatabase) throw redirect(databasePath)
  return state
}
