import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import { settings } from '../schema/settings.ts'
import type { Context, Tx } from './context.ts'

export const settingsTopic = 'settings'
export const installRow = 'install'

/** Takes effect after the commit in all processes. */
export async function changeSettings<G extends SettingsGroup>(
  tx: Tx,
  ctx: Context,
  group: G,
  changes: Partial<SettingsOf<G>>,
) {
  const value = group.schema.partial().parse(changes) as Record<string, unknown>
  const set = Object.fromEntries(Object.keys(changes).map((key) => [key, value[key]]))
  await ctx.settings.write(tx, group.name, set, tx.now)
  await publishChange(tx, ctx, group.name)
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

async function publishChange(tx: Tx, ctx: Context, name: string) {
  await tx.publish(settingsTopic, name)
  tx.afterCommit(() => ctx.settings.reload())
}
