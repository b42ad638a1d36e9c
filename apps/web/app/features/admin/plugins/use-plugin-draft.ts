import { ApiError } from '@stoa/contract/client'
import { setPluginConfig, type PluginConfig } from '@stoa/contract/features/plugins'
import type { PluginValue, PluginValues } from '@stoa/contract/plugin-fields'
import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useApi } from '../../../kernel/api.ts'
import { toRejection } from '../../../kernel/rejections.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { findPluginFieldErrors } from '../../site/plugin-fields/plugin-field-errors.ts'
import { pluginFieldId } from '../../site/plugin-fields/plugin-fields.tsx'
import { storedPluginValues } from '../../site/plugin-fields/plugin-values.ts'

/** Unsaved settings of a plugin, and what is wrong with them. */
export function usePluginDraft({ slug_name, config_fields: fields }: PluginConfig) {
  const t = useTranslate()
  const api = useApi()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [changes, setChanges] = useState<PluginValues>({})
  const [rejected, setRejected] = useState<Record<string, string>>({})
  const [wasTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const report = useRejectionReport(setRejected)

  const stored = storedPluginValues(fields)
  const values = { ...stored, ...changes }
  const dirty = Object.keys(changes).filter((name) => !isSame(changes[name], stored[name]))
  const ownErrors = findPluginFieldErrors(t, fields, values)
  // What was stored may be incomplete; that is said when it is saved.
  const shown = Object.entries(ownErrors).filter(([name]) => wasTried || dirty.includes(name))
  const errors = { ...rejected, ...Object.fromEntries(shown) }

  function set(name: string, value: PluginValue) {
    setChanges((all) => ({ ...all, [name]: value }))
    setRejected((all) => without(all, name))
  }
  function discard() {
    setChanges({})
    setRejected({})
    setTried(false)
  }
  async function save() {
    setTried(true)
    const wrong = fields.find(({ name }) => name in ownErrors)
    if (wrong !== undefined) return focusPluginField(wrong.name)
    setSaving(true)
    try {
      // Only what changed, so that two admins do not overwrite each other.
      const config_fields = Object.fromEntries(dirty.map((name) => [name, values[name] ?? '']))
      await api.call(setPluginConfig, { plugin_slug_name: slug_name, config_fields })
      await revalidate()
      discard()
      toast({ text: t('form.saved'), tone: 'ok' })
    } catch (error) {
      report(error)
    } finally {
      setSaving(false)
    }
  }
  return { values, dirty, errors, isSaving, set, save, discard, undo }

  function undo(name: string) {
    setChanges((all) => without(all, name))
    setRejected((all) => without(all, name))
  }
}

function isSame(a: PluginValue | undefined, b: PluginValue | undefined) {
  return JSON.stringify(a) === JSON.stringify(b)
}

function without<Value>(all: Record<string, Value>, name: string) {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name))
}

/** Shows errors beside their fields and goes to the first one; others as a toast. */
function useRejectionReport(setRejected: (errors: Record<string, string>) => void) {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (error: unknown) => {
    if (!(error instanceof ApiError)) return toast({ text: t('network.unreachable'), tone: 'bad' })
    const rejection = toRejection(error.envelope, pathname + search)
    if (rejection.type === 'redirect') return void navigate(rejection.path)
    if (rejection.type !== 'fields') return toast({ text: rejection.message, tone: 'bad' })
    setRejected(rejection.fields)
    const [first] = Object.keys(rejection.fields)
    if (first !== undefined) focusPluginField(first)
  }
}

export function focusPluginField(name: string) {
  const control = document.getElementById(pluginFieldId(name))
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
