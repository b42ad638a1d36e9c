import type { SettingsGroup } from '@stoa/contract/settings/group'
import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../../kernel/config.ts'
import type { ReadDb, WriteDb } from '../../kernel/database.ts'
import type { Bus, SecretBox, SettingsStore } from '../../kernel/services.ts'
import { installRow, settingsTopic } from '../../kernel/settings.ts'
import { settings } from '../../schema/settings.ts'
import { decryptSettings, encryptSettings } from '../secrets/secret-settings.ts'
import { secretRow } from '../secrets/site-key.ts'

type Services = { db: ReadDb; bus: Bus; secrets: SecretBox; log: Logger }

/** The overrides come from the environment and win over what is stored. */
export async function openSettings(
  { db, bus, secrets, log }: Services,
  { setting_overrides: overrides }: Config,
): Promise<SettingsStore> {
  let stored = new Map<string, Record<string, unknown>>()
  let parsed = new Map<SettingsGroup, unknown>()
  let version = 0
  let fingerprint = ''
  let lastReload = 0
  let appliedReload = 0

  async function reload() {
    const reloadNumber = ++lastReload
    const rows = await db.select({ name: settings.name, value: settings.value }).from(settings)
    // A slow query must not overwrite the result of a later one.
    if (reloadNumber < appliedReload) return
    appliedReload = reloadNumber
    stored = new Map(rows.map(({ name, value }) => [name, decryptSettings(secrets, name, value)]))
    parsed = new Map()
    fingerprint = hashValues(stored, overrides)
    version++
  }
  const reloadInBackground = () => {
    reload().catch((error: unknown) => log.error({ err: error }, 'settings reload failed'))
  }

  await reload()
  bus.subscribe(settingsTopic, reloadInBackground)
  bus.onGap(reloadInBackground)
  return {
    get(group) {
      if (!parsed.has(group)) {
        const values = { ...stored.get(group.name), ...toValues(overrides[group.name]) }
        parsed.set(group, group.schema.parse(values))
      }
      return parsed.get(group) as never
    },
    isInstalled: () => stored.has(installRow),
    version: () => version,
    fingerprint: () => fingerprint,
    reload,
    lockedBy: (group, field) => overrides[group]?.[field]?.variable ?? null,
    lock: async (tx, row, now) => decryptSettings(secrets, row, await lock(tx, row, now)),
    unset,
    write: (tx, row, values, now) => write(tx, row, encryptSettings(secrets, row, values), now),
  }
}

/** Without the site secret, which is created when it is first needed. */
function hashValues(
  stored: ReadonlyMap<string, Record<string, unknown>>,
  overrides: Config['setting_overrides'],
) {
  const rows = [...stored].filter(([name]) => name !== secretRow)
  const sorted = rows.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([sorted, overrides]))
    .digest('base64url')
}

function toValues(overrides: Config['setting_overrides'][string] = {}) {
  return Object.fromEntries(Object.entries(overrides).map(([field, { value }]) => [field, value]))
}

async function lock(tx: WriteDb, name: string, now: Date): Promise<Record<string, unknown>> {
  await tx.insert(settings).values({ name, value: {}, updatedAt: now }).onConflictDoNothing()
  const [row] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, name))
    .for('no key update')
  return row?.value ?? {}
}

async function unset(tx: WriteDb, name: string, fields: readonly string[], now: Date) {
  const names = JSON.stringify(fields)
  await tx
    .update(settings)
    .set({
      value: sql`${settings.value} - array(select jsonb_array_elements_text(${names}::jsonb))`,
      updatedAt: now,
    })
    .where(eq(settings.name, name))
}

async function write(tx: WriteDb, name: string, value: Record<string, unknown>, now: Date) {
  await tx
    .insert(settings)
    .values({ name, value, updatedAt: now })
    .onConflictDoUpdate({
      target: settings.name,
      set: { value: sql`${settings.value} || excluded.value`, updatedAt: now },
    })
}
