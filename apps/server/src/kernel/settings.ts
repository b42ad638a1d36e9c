import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import type { Context } from './context.ts'
import type { Db } from './database.ts'
import type { SecretBox } from './secret-box.ts'
import { decryptSettings, encryptSettings } from './secret-settings.ts'
import { settings } from './settings.table.ts'
import type { Tx } from './transact.ts'

/** Keeps all settings in memory, so that reads are synchronous. */
export type SettingsStore = {
  get<G extends SettingsGroup>(group: G): SettingsOf<G>
  isInstalled(): boolean
  /** Grows with every change. */
  version(): number
  reload(): Promise<void>
}

const topic = 'settings'
/** Exists once the site is installed. */
const installRow = 'install'

export async function openSettings(
  db: Db,
  bus: Bus,
  secrets: SecretBox,
  log: Logger,
): Promise<SettingsStore> {
  let stored = new Map<string, Record<string, unknown>>()
  let parsed = new Map<SettingsGroup, unknown>()
  let version = 0
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
    version++
  }
  const reloadInBackground = () => {
    reload().catch((error: unknown) => log.error({ err: error }, 'settings reload failed'))
  }

  await reload()
  bus.subscribe(topic, reloadInBackground)
  bus.onGap(reloadInBackground)
  return {
    get(group) {
      if (!parsed.has(group)) parsed.set(group, group.schema.parse(stored.get(group.name) ?? {}))
      return parsed.get(group) as never
    },
    isInstalled: () => stored.has(installRow),
    version: () => version,
    reload,
  }
}

/** Takes effect after the commit in all processes. */
export async function changeSettings<G extends SettingsGroup>(
  tx: Tx,
  ctx: Context,
  group: G,
  changes: Partial<SettingsOf<G>>,
) {
  const value = group.schema.partial().parse(changes) as Record<string, unknown>
  const set = Object.fromEntries(Object.keys(changes).map((key) => [key, value[key]]))
  await store(tx, ctx, group.name, encryptSettings(ctx.secrets, group.name, set))
}

/** Returns false when the site was installed already. */
export async function markInstalled(tx: Tx, ctx: Context, version: string) {
  const rows = await tx
    .insert(settings)
    .values({ name: installRow, value: { version }, updatedAt: tx.now })
    .onConflictDoNothing()
    .returning({ name: settings.name })
  await publishChange(tx, ctx, installRow)
  return rows.length === 1
}

async function store(tx: Tx, ctx: Context, name: string, value: Record<string, unknown>) {
  await tx
    .insert(settings)
    .values({ name, value, updatedAt: tx.now })
    .onConflictDoUpdate({
      target: settings.name,
      set: { value: sql`${settings.value} || excluded.value`, updatedAt: tx.now },
    })
  await publishChange(tx, ctx, name)
}

async function publishChange(tx: Tx, ctx: Context, name: string) {
  await tx.publish(topic, name)
  tx.afterCommit(() => ctx.settings.reload())
}
