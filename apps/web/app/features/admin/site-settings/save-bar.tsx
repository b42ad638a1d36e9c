import { useTranslate } from '../../../kernel/visit-context.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { focusSetting, type SettingDraft } from './use-settings-draft.ts'

type SettingsSaveBarProps = {
  dirty: readonly SettingDraft[]
  errors: readonly SettingDraft[]
  isSaving: boolean
  onDiscard: () => void
}

export function SettingsSaveBar({ dirty, errors, isSaving, onDiscard }: SettingsSaveBarProps) {
  const t = useTranslate()
  const [first] = errors
  return (
    <SaveBar
      label={t('settings_form.unsaved')}
      text={t('settings_form.unsaved_count', { count: dirty.length })}
      problem={
        first && {
          label: t('settings_form.needs_fixing', { count: errors.length }),
          onSelect: () => focusSetting(first.field),
        }
      }
      discard={{ label: t('settings_form.discard'), onSelect: onDiscard }}
      saveLabel={t('settings_form.save')}
      isSaving={isSaving}
    />
  )
}
