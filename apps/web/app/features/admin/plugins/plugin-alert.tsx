import type { PluginDetail } from '@stoa/contract/features/plugins'
import { FileText, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextButton, TextButtonLink } from '../../../ui/text-button.tsx'
import { EnableDialog } from './enable-dialog.tsx'
import { pluginPath } from './plugin-paths.ts'

/** Why it fails, and what to do about it. */
export function PluginAlert({ plugin }: { plugin: PluginDetail }) {
  const t = useTranslate()
  const { number, dateTime } = useFormats()
  const [isEnabling, setEnabling] = useState(false)
  const { state, fault, health, name, max_faults: max } = plugin
  if (state !== 'failing' && state !== 'faulted') return null
  const isFaulted = state === 'faulted'
  const reason = (isFaulted && fault) || health.last_error
  return (
    <div className="mt-4 *:max-w-none">
      <Notice
        tone="bad"
        title={t(isFaulted ? 'plugins.faulted_title' : 'plugins.failing_title', { name })}
        actions={
          <>
            {isFaulted && (
              <TextButton
                data-needs-script=""
                icon={<RefreshCw className="icon" aria-hidden="true" />}
                onClick={() => setEnabling(true)}
              >
                {t('plugins.enable_again')}
              </TextButton>
            )}
            <TextButtonLink
              keepScroll
              href={pluginPath(plugin.slug_name, 'log')}
              icon={<FileText className="icon" aria-hidden="true" />}
            >
              {t('plugins.open_log')}
            </TextButtonLink>
          </>
        }
      >
        {isFaulted
          ? t('plugins.faulted_text', { max: number(max) })
          : t('plugins.failing_text', {
              failures: number(health.failures),
              calls: number(health.calls),
              time: dateTime(health.last_failure_at),
            })}
        {reason !== '' && (
          <bdi className="mt-1 block font-mono text-sm break-words whitespace-pre-wrap">
            {reason}
          </bdi>
        )}
      </Notice>
      {isEnabling && <EnableDialog plugin={plugin} onClose={() => setEnabling(false)} />}
    </div>
  )
}
