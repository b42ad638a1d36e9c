import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import { settings } from '../schema/settings.ts'
import type { Tx } from './context.ts'

export const settingsTopic = 'settings'
export const installRow = 'install'

/** Takes effect after the commit in all processes. */
export async function changeSettings<G extends SettingsGroup>(
  tx: Tx,
  group: G,
  changes: Partial<SettingsOf<G>>,
) {
  const value = group.schema.partial().parse(changes) as Record<string, unknown>
  const set = Object.fromEntries(Object.keys(changes).map((key) => [key, value[key]]))
  await tx.ctx.settings.write(tx, group.name, set, tx.now)
  await publishChange(tx, group.name)
}

/** Returns false when the site was installed already. */
export async function markInstalled(tx: Tx, version: string) {
  const rows = await tx
    .insert(settings)
    .values({ name: installRow, value: { version }, updatedAt: tx.now })
    .onConflictDoNothing()
    .returning({ name: settings.name })
  await publishChange(tx, installRow)
  return rows.length === 1
}

async function publishChange(tx: Tx, name: string) {
  await tx.publish(settingsTopic, name)
  tx.afterCommit(() => tx.ctx.settings.reload())
}
