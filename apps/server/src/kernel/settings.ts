import type { SettingsGroup, SettingsOf } from '@stoa/contract/settings/group'
import { isSameSetting } from '@stoa/contract/settings/fields'
import { isSecretSetting } from '@stoa/contract/settings/pages'
import { settings, settingsHistory } from '../schema/settings.ts'
import type { Tx } from './context.ts'

export const settingsTopic = 'settings'
export const installRow = 'install'

/** Who changes settings if no user does. */
const siteId = '0'

type Author = { by?: string }

/**
 * Takes effect after the commit in all processes. Records what changed, and returns the ids of the entries of the history.
 * Locks the group.
 */
export async function changeSettings<G extends SettingsGroup>(
  tx: Tx,
  group: G,
  changes: Partial<SettingsOf<G>>,
  { by = siteId }: Author = {},
): Promise<string[]> {
  const value = group.schema.partial().parse(changes) as Record<string, unknown>
  const set = Object.fromEntries(Object.keys(changes).map((key) => [key, value[key]]))
  const before = await tx.ctx.settings.lock(tx, group.name, tx.now)
  await tx.ctx.settings.write(tx, group.name, set, tx.now)
  return await finishChange(tx, group, { before, after: { ...before, ...set }, by })
}

/** Settings follow their defaults again, also those of later versions. */
export async function resetSettings(
  tx: Tx,
  group: SettingsGroup,
  fields: readonly string[],
  { by = siteId }: Author = {},
): Promise<string[]> {
  const before = await tx.ctx.settings.lock(tx, group.name, tx.now)
  await tx.ctx.settings.unset(tx, group.name, fields, tx.now)
  const kept = Object.entries(before).filter(([name]) => !fields.includes(name))
  return await finishChange(tx, group, { before, after: Object.fromEntries(kept), by })
}

type Values = Record<string, unknown>

async function finishChange(
  tx: Tx,
  group: SettingsGroup,
  { before, after, by }: { before: Values; after: Values; by: string },
) {
  await publishChange(tx, group.name)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => !isSameSetting(before[name], after[name]))
  if (changed.length === 0) return []
  const rows = await tx
    .insert(settingsHistory)
    .values(changed.map((field) => toHistory(group, field, { before, after, by, now: tx.now })))
    .returning({ id: settingsHistory.id })
  const ids = rows.map(({ id }) => id)
  await tx.emit('settings.changed', { historyIds: ids, userId: by })
  return ids
}

function toHistory(
  { name: group }: SettingsGroup,
  field: string,
  { before, after, by, now }: { before: Values; after: Values; by: string; now: Date },
) {
  const isSecret = isSecretSetting(group, field)
  const values = isSecret ? {} : { before: before[field], after: after[field] }
  return { group, field, ...values, isSecret, changedBy: by, changedAt: now }
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
