import { roles } from '@stoa/contract/access'
import { type SettingField, settingKey } from '@stoa/contract/settings/fields'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import type { SettingsGroup } from '@stoa/contract/settings/group'
import { settingsGroups } from '@stoa/contract/settings/groups'
import { fieldsOf, findSettingField, type SettingsPage } from '@stoa/contract/settings/pages'
import { generalSettings, legalSettings } from '@stoa/contract/settings/site'
import { smtpSettings, type writeSettings } from '@stoa/contract/settings/writing'
import type { SettingsOf } from '@stoa/contract/settings/group'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { AppError, fail, failField } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { changeSettings, resetSettings as unsetSettings } from '../../../kernel/settings.ts'
import { passkeys } from '../../../schema/second-factor.ts'
import { settingsHistory } from '../../../schema/settings.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { claimBrandingImages } from './branding.actions.ts'
import {
  type ChangedGroups,
  findSettingProblems,
  needsPasswordAgain,
} from './site-settings.rules.ts'

type Values = Record<string, unknown>
/** A field and its new value; undefined for the default. */
type FieldChange = { field: SettingField; value: unknown }

/** Changes the given fields of a page and leaves the others as they are. Returns the ids of the new entries of the history. */
export async function saveSettings(tx: Tx, actor: Actor, page: SettingsPage, input: Values) {
  const fields = fieldsOf(page)
  const changes = fields.flatMap((field) => {
    const value = input[field.name]
    // The masked secret comes back from forms.
    const isMasked = field.control === 'secret' && value === secretMask
    return value === undefined || isMasked ? [] : [{ field, value }]
  })
  assertOwnMailServer(tx, input)
  return await applyChanges(tx, actor, changes)
}

function assertOwnMailServer(tx: Tx, input: Values) {
  if (needsPasswordAgain(tx.ctx.settings.get(smtpSettings), input))
    failField('smtp_password', 'setting.password_again')
}

export async function resetPageSettings(
  tx: Tx,
  actor: Actor,
  page: SettingsPage,
  keys: readonly string[],
) {
  const fields = fieldsOf(page).filter((field) => keys.includes(settingKey(field)))
  if (fields.length < new Set(keys).size) fail('setting.not_found')
  return await applyChanges(
    tx,
    actor,
    fields.map((field) => ({ field, value: undefined })),
  )
}

/** Sets the values from before the given changes; for several changes of a field, from before the oldest. */
export async function restoreSettings(tx: Tx, actor: Actor, ids: readonly string[]) {
  const rows = await tx
    .select()
    .from(settingsHistory)
    .where(inArray(settingsHistory.id, [...ids]))
    .orderBy(asc(settingsHistory.id))
  if (rows.length < new Set(ids).size) fail('setting.change_not_found')
  const changes = new Map<string, FieldChange>()
  for (const { group, field: name, before, isSecret } of rows) {
    if (isSecret) fail('setting.secret_not_stored')
    const field = findSettingField(group, name)
    // Rendered with its original text.
    if (field === undefined) continue
    if (!changes.has(settingKey(field)))
      changes.set(settingKey(field), { field, value: before ?? undefined })
  }
  return await applyChanges(tx, actor, [...changes.values()])
}

async function applyChanges(tx: Tx, actor: Actor, changes: readonly FieldChange[]) {
  for (const { field } of changes) assertUnlocked(tx, field)
  const rendered = await renderLegalTexts(tx, changes)
  const byGroup = [...Map.groupBy(changes, ({ field }) => field.group)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  await assertValid(tx, byGroup, changes)
  await claimBrandingImages(tx, changes)
  const ids: string[] = []
  for (const [name, list] of byGroup) {
    const group = groupOf(name)
    const set = list.filter(({ value }) => value !== undefined)
    const unset = list.filter(({ value }) => value === undefined)
    const values = Object.fromEntries(set.map(({ field, value }) => [field.name, value]))
    const derived = name === legalSettings.name ? rendered : {}
    if (set.length > 0 || Object.keys(derived).length > 0)
      ids.push(...(await changeSettings(tx, group, { ...values, ...derived }, { by: actor.id })))
    if (unset.length > 0) {
      const names = unset.map(({ field }) => field.name)
      ids.push(...(await unsetSettings(tx, group, names, { by: actor.id })))
    }
  }
  return { history_ids: ids }
}

function groupOf(name: string): SettingsGroup {
  return settingsGroups.find((group) => group.name === name) ?? fail('setting.not_found')
}

function assertUnlocked(tx: Tx, { group, name }: SettingField) {
  const variable = tx.ctx.settings.lockedBy(group, name)
  if (variable !== null) failField(name, 'setting.locked', { variable })
}

/** Under the locks of the groups, so that rules about two fields hold for concurrent changes. */
async function assertValid(
  tx: Tx,
  byGroup: readonly (readonly [string, readonly FieldChange[]])[],
  changes: readonly FieldChange[],
) {
  const groups: ChangedGroups = {}
  for (const [name, list] of byGroup) {
    const stored = await tx.ctx.settings.lock(tx, name, tx.now)
    const group = groupOf(name)
    const after = { ...stored, ...lockedValues(tx, group) }
    for (const { field, value } of list) after[field.name] = value
    Object.assign(groups, { [name]: group.schema.parse(after) })
  }
  const changed = new Set(changes.map(({ field }) => settingKey(field)))
  const problems = findSettingProblems(groups, changed, {
    mainTags: await findMainTags(tx, groups),
    hasAdminWithPasskey:
      !changed.has('login.allow_password_login') || (await hasAdminWithPasskey(tx)),
  })
  const [first] = problems
  if (first === undefined) return
  const fields = problems.map(({ key, code, values }) => ({
    field: key.slice(key.indexOf('.') + 1),
    code,
    ...(values && { values }),
  }))
  throw new AppError(first.code, { fields })
}

/** What the environment sets, whatever is stored. */
function lockedValues({ ctx: { settings } }: Tx, group: SettingsGroup): Values {
  const entries = Object.entries(settings.get(group))
  return Object.fromEntries(
    entries.filter(([name]) => settings.lockedBy(group.name, name) !== null),
  )
}

async function findMainTags(tx: Tx, { write }: { write?: SettingsOf<typeof writeSettings> }) {
  const named = [...(write?.recommend_tags ?? []), ...(write?.reserved_tags ?? [])]
  if (named.length === 0) return new Set<string>()
  const found = await tx
    .select({ slug: tags.slugName })
    .from(tags)
    .where(and(inArray(tags.slugName, named), eq(tags.isDeleted, false), isNull(tags.mainTagId)))
  return new Set(found.map(({ slug }) => slug))
}

async function hasAdminWithPasskey(tx: Tx) {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(passkeys, eq(passkeys.userId, users.id))
    .where(and(eq(users.roleId, roles.admin), eq(users.status, 'normal')))
    .limit(1)
  return found !== undefined
}

const legalTexts = {
  terms_of_service_original_text: 'terms_of_service_parsed_text',
  privacy_policy_original_text: 'privacy_policy_parsed_text',
} as const

/** Before any lock, because a long text restarts the transaction. */
async function renderLegalTexts(tx: Tx, changes: readonly FieldChange[]) {
  const rendered: Values = {}
  for (const { field, value } of changes) {
    if (field.group !== legalSettings.name || !(field.name in legalTexts)) continue
    const target = legalTexts[field.name as keyof typeof legalTexts]
    const siteUrl = tx.ctx.settings.get(generalSettings).site_url
    const { html } = await tx.render(typeof value === 'string' ? value : '', { siteUrl })
    rendered[target] = html
  }
  return rendered
}
