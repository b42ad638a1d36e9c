import { loginSettings } from '@stoa/contract/settings/people'
import { listeners } from '../features.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { openContext } from '../platform/process/open-context.ts'
import { changeSettings } from '../kernel/settings.ts'
import { transact } from '../kernel/transact.ts'

/** For admins who turned off password login and have no other way to log in. */
export async function config(args: string[], print: (text: string) => void) {
  if (args[0] !== 'allow_password_login') {
    process.exitCode = 2
    return print('Usage: stoa config allow_password_login')
  }
  const ctx = await openContext({ config: readConfig(), listeners, isWorker: false })
  try {
    await transact(ctx, (tx) => changeSettings(tx, loginSettings, { allow_password_login: true }))
    print('Password login is now on.')
  } finally {
    await ctx.close()
  }
}
