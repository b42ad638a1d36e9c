import { encryptedPrefix, type SecretBox } from '../../kernel/services.ts'
import type { WriteDb } from '../../kernel/database.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { checkRow } from './secret-box.ts'
import { settings } from '../../schema/settings.ts'

/** Encrypted field by settings row. */
const secretFields: Readonly<Record<string, string>> = {
  smtp: 'smtp_password',
  secret: 'secret',
  [checkRow]: 'check',
}

type Value = Record<string, unknown>

export function encryptSettings(box: SecretBox, row: string, value: Value): Value {
  return mapSecret(row, value, (text) => box.encrypt(text, row))
}

export function decryptSettings(box: SecretBox, row: string, value: Value): Value {
  return mapSecret(row, value, (text) => box.decrypt(text, row))
}

/** Re-encrypts values that are in plain text or use a previous key. Idempotent. */
export async function encryptStoredSettings({ transaction }: Database, box: SecretBox) {
  if (!box.hasKey) return
  await transaction(async (tx) => {
    for (const row of Object.keys(secretFields)) {
      const [found] = await tx.select().from(settings).where(eq(settings.name, row)).for('update')
      const stored = found?.value[secretFields[row] ?? '']
      if (found === undefined || isEmpty(stored) || String(stored).startsWith(box.prefix)) continue
      const value = encryptSettings(box, row, decryptSettings(box, row, found.value))
      await tx.update(settings).set({ value }).where(eq(settings.name, row))
    }
  })
}

/** For a lost key. */
export async function deleteEncryptedSettings(tx: WriteDb) {
  for (const [row, field] of Object.entries(secretFields)) {
    const isEncrypted = sql`${settings.value} ->> ${field} like ${`${encryptedPrefix}%`}`
    const where = and(eq(settings.name, row), isEncrypted)
    if (row === 'smtp')
      await tx
        .update(settings)
        .set({ value: sql`${settings.value} - ${field}` })
        .where(where)
    else await tx.delete(settings).where(where)
  }
}

function mapSecret(row: string, value: Value, change: (text: string) => string): Value {
  const field = secretFields[row]
  const text = field === undefined ? undefined : value[field]
  return field === undefined || isEmpty(text) ? value : { ...value, [field]: change(String(text)) }
}

function isEmpty(value: unknown) {
  return typeof value !== 'string' || value === ''
}
