import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Preview } from '../../../ui/editor/preview.tsx'
import type { SettingPreviewProps } from './control-props.ts'
import { settingLabel } from './setting-text.ts'

/** The unsaved text as its page will show it. */
export function LegalPreview({ draft }: SettingPreviewProps) {
  const t = useTranslate()
  const text = String(draft.value).trim()
  if (!draft.isDirty || text === '') return null
  // As the page that redirects.
  if (/^https?:\/\/\S+$/.test(text))
    return (
      <p role="status" className="text-sm text-ink-3">
        {t('legal_preview.redirects')}
      </p>
    )
  return (
    <Preview
      className="max-h-96 overflow-y-auto rounded-md border border-line px-4 py-3"
      source={text}
      labels={(label, values) =>
        label === 'preview'
          ? t('legal_preview.title', { setting: settingLabel(t, draft.field) })
          : t(`editor.${label}`, values)
      }
    />
  )
}
