import { ApiError } from '@stoa/contract/client'
import { restoreSettings, type SettingState } from '@stoa/contract/features/site-settings'
import { isSameSetting, type SettingField, settingKey } from '@stoa/contract/settings/fields'
import { fieldsOf, type SettingsPage } from '@stoa/contract/settings/pages'
import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useApi } from '../../../kernel/api.ts'
import { toRejection } from '../../../kernel/rejections.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { sendChanges } from './change-calls.ts'
import { findError, fromInput, toInput } from './setting-input.ts'

export type SettingDraft = {
  field: SettingField
  state: SettingState
  input: unknown
  value: unknown
  isDirty: boolean
  /** Whether the setting will follow its default, also that of later versions. */
  isReset: boolean
  error: string | null
}

/** Unsaved input of a page by key, and what is wrong with it. */
export function useSettingsDraft(page: SettingsPage, states: readonly SettingState[]) {
  const t = useTranslate()
  const [inputs, setInputs] = useState<Record<string, unknown>>({})
  const [resets, setResets] = useState<ReadonlySet<string>>(new Set())
  const [rejected, setRejected] = useState<Record<string, string>>({})

  const drafts: SettingDraft[] = fieldsOf(page).flatMap((field) => {
    const key = settingKey(field)
    const state = states.find((candidate) => settingKey(candidate) === key)
    if (state === undefined) return []
    const input = key in inputs ? inputs[key] : toInput(field, state.value)
    const value = fromInput(field, input)
    const isDirty = key in inputs && !isSameSetting(value, state.value)
    // While typing: an error that appears on leaving the field would move the button that is being clicked.
    const ownError = isDirty ? findError(field, value, t) : null
    const error = ownError ?? rejected[field.name] ?? null
    return [{ field, state, input, value, isDirty, isReset: resets.has(key), error }]
  })
  const dirty = drafts.filter(({ isDirty }) => isDirty)

  function set(field: SettingField, input: unknown) {
    const key = settingKey(field)
    setInputs((all) => ({ ...all, [key]: input }))
    setResets((all) => withoutKeys(all, new Set([key])))
    setRejected((all) => without(all, new Set([field.name])))
  }
  function reset({ field, state }: SettingDraft) {
    set(field, toInput(field, state.default_value))
    setResets((all) => new Set([...all, settingKey(field)]))
  }
  function discard(fields: readonly SettingField[]) {
    const keys = new Set(fields.map(settingKey))
    setInputs((all) => without(all, keys))
    setResets((all) => withoutKeys(all, keys))
    setRejected({})
  }
  const saving = useSaving(page, drafts, { discard, setRejected })
  return { drafts, dirty, set, reset, discard, ...saving }
}

function without<Value>(all: Record<string, Value>, keys: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(all).filter(([key]) => !keys.has(key)))
}

function withoutKeys(all: ReadonlySet<string>, keys: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...all].filter((key) => !keys.has(key)))
}

type Feedback = {
  discard: (fields: readonly SettingField[]) => void
  setRejected: (fields: Record<string, string>) => void
}

function useSaving(
  page: SettingsPage,
  drafts: readonly SettingDraft[],
  { discard, setRejected }: Feedback,
) {
  const t = useTranslate()
  const api = useApi()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const report = useRejectionReport(drafts, setRejected)
  const [isSaving, setSaving] = useState(false)
  const dirty = drafts.filter(({ isDirty }) => isDirty)

  async function save() {
    const invalid = dirty.find(({ error }) => error !== null)
    if (invalid !== undefined) return focusSetting(invalid.field)
    setSaving(true)
    try {
      const { history_ids: ids } = await sendChanges(api.call, page.name, dirty)
      await revalidate()
      discard(dirty.map(({ field }) => field))
      const canUndo = ids.length > 0 && dirty.every(({ field }) => field.control !== 'secret')
      const undo = { label: t('delete.undo'), onSelect: () => void restore(ids) }
      toast({ text: t('form.saved'), tone: 'ok', ...(canUndo && { action: undo }) })
    } catch (error) {
      report(error)
    } finally {
      setSaving(false)
    }
  }

  async function restore(ids: string[]) {
    try {
      await api.call(restoreSettings, { ids })
      await revalidate()
      toast({ text: t('settings_form.restored'), tone: 'ok' })
    } catch (error) {
      report(error)
    }
  }

  return { isSaving, save, restore }
}

/** Shows errors beside their fields and goes to the first one; others as a toast. */
function useRejectionReport(drafts: readonly SettingDraft[], setRejected: Feedback['setRejected']) {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (error: unknown) => {
    const showError = (text: string) => toast({ text, tone: 'bad' })
    if (!(error instanceof ApiError)) return showError(t('network.unreachable'))
    const rejection = toRejection(error.envelope, pathname + search)
    if (rejection.type === 'redirect') return void navigate(rejection.path)
    if (rejection.type !== 'fields') return showError(rejection.message)
    const fields = toFieldNames(rejection.fields)
    setRejected(fields)
    const first = drafts.find(({ field }) => field.name in fields)
    if (first === undefined) showError(rejection.message)
    else focusSetting(first.field)
  }
}

/** The custom values of privileges have another name on the wire. */
function toFieldNames({ custom_privileges: custom, ...fields }: Record<string, string>) {
  return custom === undefined ? fields : { ...fields, custom }
}

export function controlId(field: { group: string; name: string }) {
  return `setting-${settingKey(field).replace('.', '-')}`
}

export function focusSetting(field: SettingField) {
  const control = document.getElementById(controlId(field))
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
