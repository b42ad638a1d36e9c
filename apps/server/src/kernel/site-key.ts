import { eq } from 'drizzle-orm'
import { hkdfSync } from 'node:crypto'
import type { Context } from './context.ts'
import { decryptSettings, encryptSettings } from './secret-settings.ts'
import { generateSecret } from './secrets.ts'
import { settings } from './settings.table.ts'

/** Belongs to no settings group, so that no endpoint returns it. */
const secretRow = 'secret'

const secrets = new WeakMap<Context, Promise<string>>()

/** The same in all processes and after a restart. */
export async function deriveSiteKey(ctx: Context, purpose: string): Promise<Buffer> {
  const secret = secrets.get(ctx) ?? loadSecret(ctx)
  secrets.set(ctx, secret)
  try {
    return Buffer.from(hkdfSync('sha256', await secret, '', `stoa ${purpose}`, 32))
  } catch (error) {
    secrets.delete(ctx)
    throw error
  }
}

/** Created on first use. If two processes create it at once, both read the same one. */
async function loadSecret(ctx: Context): Promise<string> {
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
      value: encryptSettings(ctx.secrets, secretRow, { secret: generateSecret() }),
      updatedAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
  return String(await find())
}
