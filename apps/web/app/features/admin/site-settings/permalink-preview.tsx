import { previewPermalinks } from '@stoa/contract/features/settings-previews'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { SettingPreviewProps } from './control-props.ts'
import { usePreview } from './use-preview.ts'

/** The link of a real question in each form, and what happens to links of today's form. */
export function PermalinkPreview({ draft }: SettingPreviewProps) {
  const t = useTranslate()
  const { response, hasFailed } = usePreview(previewPermalinks, draft.isDirty ? {} : null)
  if (!draft.isDirty) return null
  return (
    <div className="grid gap-3">
      {hasFailed && <p className="text-sm text-ink-3">{t('settings_preview.failed')}</p>}
      {response !== null && response.length > 0 && (
        <div className="grid gap-1 text-sm">
          <p className="text-ink-3">{t('permalink_preview.title')}</p>
          <ul>
            {response.map(({ permalink, url }) => {
              const isChosen = permalink === draft.value
              const isCurrent = permalink === draft.state.value
              return (
                <li
                  key={permalink}
                  className={classNames(
                    'border-b border-line py-1.5 last:border-0',
                    isChosen ? 'text-ink' : 'text-ink-3',
                  )}
                >
                  {(isChosen || isCurrent) && (
                    <span
                      className={classNames(
                        'block text-xs font-medium',
                        isChosen && 'text-accent-ink',
                      )}
                    >
                      {t(isChosen ? 'permalink_preview.after' : 'permalink_preview.before')}
                    </span>
                  )}
                  <span dir="ltr" className="block text-start font-mono text-xs break-all">
                    {decodeURI(url)}
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      )}
      <Notice live>{t('permalink_preview.redirects')}</Notice>
    </div>
  )
}
