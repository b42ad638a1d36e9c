import { runPluginAction, type PluginConfig } from '@stoa/contract/features/plugins'
import { useRevalidator } from 'react-router'
import { useApi } from '../../../kernel/api.ts'
import { useHydrated } from '../../../kernel/hydration.ts'
import { LeaveDialog } from '../../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { PluginButton } from '../../site/plugin-fields/plugin-button.tsx'
import { PluginSettingRow } from './plugin-setting-row.tsx'
import { focusPluginField, usePluginDraft } from './use-plugin-draft.ts'

type PluginSettingsProps = {
  config: PluginConfig
  isEnabled: boolean
  zones: readonly string[]
}

export function PluginSettings({ config, isEnabled, zones }: PluginSettingsProps) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const draft = usePluginDraft(config)
  const runAction = useAction(config.slug_name)
  const { dirty, errors } = draft
  const wrong = config.config_fields.filter(({ name }) => name in errors)
  const [first] = wrong
  const onAction = (name: string) => {
    if (!isEnabled) return Promise.resolve(t('plugins.enable_first'))
    return dirty.length > 0 ? Promise.resolve(t('plugins.save_first')) : runAction(name)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!draft.isSaving) void draft.save()
      }}
    >
      <LeaveDialog isChanged={dirty.length > 0} />
      {/* Values would be lost that are typed before hydration. */}
      <div inert={!isHydrated} className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {toSections(config.config_fields).map(({ title, about, fields }) => (
          <Section key={title} title={title || t('plugins.tab.settings')}>
            {about !== '' && <p className="pb-1 text-sm text-ink-3">{about}</p>}
            {fields.map((field) =>
              field.type === 'button' ? (
                <div key={field.name} className="border-b border-line py-[0.9375rem] last:border-0">
                  <PluginButton field={field} onAction={onAction} />
                </div>
              ) : (
                <PluginSettingRow
                  key={field.name}
                  field={field}
                  value={draft.values[field.name] ?? ''}
                  error={errors[field.name]}
                  isDirty={dirty.includes(field.name)}
                  zones={zones}
                  onChange={(value) => draft.set(field.name, value)}
                  onUndo={() => draft.undo(field.name)}
                />
              ),
            )}
          </Section>
        ))}
      </div>
      {dirty.length > 0 && (
        <SaveBar
          label={t('settings_form.unsaved')}
          text={t('settings_form.unsaved_count', { count: dirty.length })}
          problem={
            first && {
              label: t('settings_form.needs_fixing', { count: wrong.length }),
              onSelect: () => focusPluginField(first.name),
            }
          }
          discard={{ label: t('settings_form.discard'), onSelect: draft.discard }}
          saveLabel={t('settings_form.save')}
          isSaving={draft.isSaving}
        />
      )}
      <noscript>{t('settings_form.needs_scripts')}</noscript>
    </form>
  )
}

/** The log may have a new entry, also when it fails. */
function useAction(plugin_slug_name: string) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  return async (action: string) => {
    try {
      return (await api.call(runPluginAction, { plugin_slug_name, action })).message
    } finally {
      await revalidate()
    }
  }
}

type Field = PluginConfig['config_fields'][number]
type FieldSection = { title: string; about: string; fields: Field[] }

/** A legend starts a section. */
function toSections(fields: readonly Field[]): FieldSection[] {
  const sections: FieldSection[] = [{ title: '', about: '', fields: [] }]
  for (const field of fields) {
    if (field.type === 'legend')
      sections.push({ title: field.title, about: field.description, fields: [] })
    else sections.at(-1)?.fields.push(field)
  }
  return sections.filter((section) => section.fields.length > 0)
}
