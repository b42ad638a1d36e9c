import { loginSettings } from '@stoa/contract/settings/people'
import { listeners } from '../features.ts'
import { readConfig } from '../kernel/config.ts'
import { openContext } from '../kernel/open-context.ts'
import { changeSettings } from '../kernel/settings.ts'
import { transact } from '../kernel/transact.ts'

/** Lets admins back in who turned password login off and have no other way. */
export async function config(words: string[], say: (text: string) => void) {
  if (words[0] !== 'allow_password_login') {
    process.exitCode = 2
    return say('Usage: stoa config allow_password_login')
  }
  const ctx = await openContext({ config: readConfig(), listeners, works: false })
  try {
    await transact(ctx, (tx) =>
      changeSettings(tx, ctx, loginSettings, { allow_password_login: true }),
    )
    say('Password login is on.')
  } finally {
    await ctx.close()
  }
}
