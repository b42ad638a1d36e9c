import type { StaffLogValues } from '@stoa/contract/features/staff-log'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import { findSettingField } from '@stoa/contract/settings/pages'
import { asc, inArray } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { settingsHistory } from '../../../schema/settings.ts'
import { recordSiteAction, siteActorId } from './staff-log.actions.ts'

/** The log holds few bytes; the history of the settings has the complete values. */
const maxBytes = 3000
const maxLength = 120

/** What the site does by itself, such as the installation, is in the history only. */
export const settingsLogListeners = [
  within('settings.changed', async (tx, { historyIds, userId }) => {
    if (userId === siteActorId) return
    const changes = await tx
      .select()
      .from(settingsHistory)
      .where(inArray(settingsHistory.id, historyIds))
      .orderBy(asc(settingsHistory.id))
    await recordSiteAction(tx, {
      actorId: userId,
      action: 'change_settings',
      before: toLogValues(changes, 'before'),
      after: toLogValues(changes, 'after'),
    })
  }),
]

type Change = typeof settingsHistory.$inferSelect

function toLogValues(changes: readonly Change[], side: 'before' | 'after') {
  const values: StaffLogValues = {}
  for (const change of changes) {
    const name = `${change.group}.${change.field}`
    const added = { ...values, [name]: toLogValue(change, side) }
    values[name] = Buffer.byteLength(JSON.stringify(added)) > maxBytes ? '…' : (added[name] ?? null)
  }
  return values
}

function toLogValue(change: Change, side: 'before' | 'after') {
  if (change.isSecret) return side === 'before' ? null : secretMask
  const value = change[side] ?? findSettingField(change.group, change.field)?.default
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
