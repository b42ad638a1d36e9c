import { eq } from 'drizzle-orm'
import { hkdfSync } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { WriteDb } from '../../kernel/database.ts'
import type { SecretBox } from '../../kernel/services.ts'
import { decryptSettings, encryptSettings } from './secret-settings.ts'
import { generateSecret } from '../../kernel/secrets.ts'
import { settings } from '../../schema/settings.ts'

/** Belongs to no settings group, so that no endpoint returns it. */
export const secretRow = 'secret'

type Services = { db: WriteDb; secrets: SecretBox; clock: Clock }

/** Keys derived from the site secret, which is loaded once. */
export function openSiteKey(services: Services) {
  let secret: Promise<string> | undefined
  return async (purpose: string): Promise<Buffer> => {
    secret ??= loadSecret(services)
    try {
      return Buffer.from(hkdfSync('sha256', await secret, '', `stoa ${purpose}`, 32))
    } catch (error) {
      secret = undefined
      throw error
    }
  }
}

/** Created on first use. If two processes create it at once, both read the same one. */
async function loadSecret({ db, secrets, clock }: Services): Promise<string> {
  const find = async () => {
    const [row] = await db.select().from(settings).where(eq(settings.name, secretRow))
    return row === undefined ? undefined : decryptSettings(secrets, secretRow, row.value)['secret']
  }
  const found = await find()
  if (typeof found === 'string') return found
  await db
    .insert(settings)
    .values({
      name: secretRow,
      value: encryptSettings(secrets, secretRow, { secret: generateSecret() }),
      updatedAt: clock.now(),
    })
    .onConflictDoNothing()
  return String(await find())
}
