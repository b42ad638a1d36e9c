import type { ResponseOf } from '@stoa/contract/endpoint'
import type {
  listSettingChanges,
  SettingChange,
  SettingState,
  settingsState,
} from '@stoa/contract/features/site-settings'
import { isSameSetting, type SettingField, settingKey } from '@stoa/contract/settings/fields'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import { settingsGroups } from '@stoa/contract/settings/groups'
import { fieldsOf, type SettingsPage, settingsPages } from '@stoa/contract/settings/pages'
import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import { settingsHistory } from '../../../schema/settings.ts'
import { users } from '../../../schema/users.ts'
import { selectUserCard, toUserBasic } from '../../people/users/users.queries.ts'

/** In effect, also where the environment overrides it. Secrets are masked. */
function readSetting(settings: SettingsStore, field: SettingField): unknown {
  const group = settingsGroups.find(({ name }) => name === field.group)
  const value = group && (settings.get(group) as Record<string, unknown>)[field.name]
  return field.control === 'secret' && value !== '' ? secretMask : value
}

export function readSettings(settings: SettingsStore, page: SettingsPage) {
  return Object.fromEntries(
    fieldsOf(page).map((field) => [field.name, readSetting(settings, field)]),
  )
}

export async function readSettingsState(
  db: ReadDb,
  settings: SettingsStore,
  page: SettingsPage,
): Promise<ResponseOf<typeof settingsState>> {
  const latest = await findLatestChanges(db, page)
  return {
    fields: fieldsOf(page).map((field) => toState(settings, field, latest.get(settingKey(field)))),
    changed_by_page: Object.fromEntries(
      settingsPages.map((other) => [
        other.name,
        fieldsOf(other).filter((field) => isChanged(settings, field)).length,
      ]),
    ),
  }
}

function isChanged(settings: SettingsStore, field: SettingField) {
  const isLocked = settings.lockedBy(field.group, field.name) !== null
  return !isLocked && !isSameSetting(readSetting(settings, field), field.default)
}

type Row = Awaited<ReturnType<typeof selectChanges>>[number]

function toState(
  settings: SettingsStore,
  field: SettingField,
  latest: Row | undefined,
): SettingState {
  return {
    group: field.group,
    name: field.name,
    value: readSetting(settings, field),
    default_value: field.default,
    is_changed: isChanged(settings, field),
    locked_by: settings.lockedBy(field.group, field.name),
    changed_at: latest ? toUnix(latest.change.changedAt) : null,
    changed_by: latest?.user ? toUserBasic(latest.user) : null,
  }
}

/** One row for each field that was ever changed. */
async function findLatestChanges(db: ReadDb, page: SettingsPage) {
  const rows = await db
    .selectDistinctOn([settingsHistory.group, settingsHistory.field], {
      change: settingsHistory,
      user: selectUserCard(users),
    })
    .from(settingsHistory)
    .leftJoin(users, eq(users.id, settingsHistory.changedBy))
    .where(isOnPage(page))
    .orderBy(settingsHistory.group, settingsHistory.field, desc(settingsHistory.id))
  return new Map(
    rows.map((row) => [settingKey({ group: row.change.group, name: row.change.field }), row]),
  )
}

/** Newest first. */
export async function listSettingsHistory(
  db: ReadDb,
  page: SettingsPage,
  input: { page: number; page_size: number; setting?: string | undefined },
): Promise<ResponseOf<typeof listSettingChanges>> {
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => selectChanges(db, isOnPage(page, input.setting)).$dynamic(),
    [desc(settingsHistory.id)],
    input,
  )
  return { count, list: rows.map(toChange) }
}

function selectChanges(db: ReadDb, condition: SQL | undefined) {
  return db
    .select({ change: settingsHistory, user: selectUserCard(users) })
    .from(settingsHistory)
    .leftJoin(users, eq(users.id, settingsHistory.changedBy))
    .where(condition)
}

function isOnPage(page: SettingsPage, setting?: string): SQL | undefined {
  const fields = fieldsOf(page).filter(
    (field) => setting === undefined || settingKey(field) === setting,
  )
  const byGroup = Map.groupBy(fields, ({ group }) => group)
  const conditions = [...byGroup].map(([group, list]) =>
    and(
      eq(settingsHistory.group, group),
      inArray(
        settingsHistory.field,
        list.map(({ name }) => name),
      ),
    ),
  )
  return conditions.length === 0 ? inArray(settingsHistory.field, []) : or(...conditions)
}

function toChange({ change, user }: Row): SettingChange {
  return {
    id: change.id,
    group: change.group,
    name: change.field,
    before: change.before,
    after: change.after,
    is_secret: change.isSecret,
    created_at: toUnix(change.changedAt),
    user_info: user && toUserBasic(user),
  }
}
