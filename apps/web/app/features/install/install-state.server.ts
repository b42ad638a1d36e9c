import { checkConfigFile } from '@stoa/contract/features/install'
import { redirect } from 'react-router'
import { installPath } from '../../kernel/addresses.ts'
import { apiFrom } from '../../kernel/api.server.ts'

export const databasePath = `${installPath}/database`
export const configPath = `${installPath}/config`
export const sitePath = `${installPath}/site`
export const readyPath = `${installPath}/ready`

/** Pages of the installer hold passwords and change from one moment to the next: nobody may keep them. */
export const installHeaders = () => ({ 'cache-control': 'no-store' })

type Args = Parameters<typeof apiFrom>[0]

/** How far things are; whoever asks for a step that is done or not yet possible is sent to the right one. */
export async function stateFor(args: Args, wants: 'no database' | 'a database') {
  const state = await apiFrom(args).call(checkConfigFile, {})
  const hasDatabase = state.db_connection_success
  if (wants === 'no database' && hasDatabase) throw redirect(sitePath)
  if (wants === 'a database' && !hasDatabase) throw redirect(databasePath)
  return state
}
