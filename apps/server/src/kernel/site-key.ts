import { eq } from 'drizzle-orm'
import { hkdfSync } from 'node:crypto'
import type { Context } from './context.ts'
import { decryptSettings, encryptSettings } from './secret-settings.ts'
import { newSecret } from './secrets.ts'
import { settings } from './settings.table.ts'

/** A row beside the settings that belongs to no group: nothing ever answers with it. */
const secretRow = 'secret'

const secrets = new WeakMap<Context, Promise<string>>()

/** A key of this site for one purpose; the same in every process and after every start. */
export async function siteKey(ctx: Context, purpose: string): Promise<Buffer> {
  const secret = secrets.get(ctx) ?? readSecret(ctx)
  secrets.set(ctx, secret)
  try {
    return Buffer.from(hkdfSync('sha256', await secret, '', `stoa ${purpose}`, 32))
  } catch (error) {
    secrets.delete(ctx)
    throw error
  }
}

/** Made when it is first asked for. Of two processes that ask at once, one makes it and both read that one. */
async function readSecret(ctx: Context): Promise<string> {
  const find = async () => {
    const [row] = await ctx.primary.select().from(settings).where(eq(settings.name, secretRow))
    return row === undefined
      ? undefined
      : decryptSettings(ctx.secrets, secretRow, row.value)['secret']
  }
  const found = await find()
  if (typeof found === 'string') return found
  await ctx.primary
    .insert(settings)
    .values({
      name: secretRow,
      value: encryptSettings(ctx.secrets, secretRow, { secret: newSecret() }),
      updatedAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
  return String(await find())
}
