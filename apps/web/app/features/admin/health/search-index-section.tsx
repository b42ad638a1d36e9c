import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import type { MaintenanceProps } from './doctor-section.tsx'
import { MaintenanceState } from './maintenance-state.tsx'

export function SearchIndexSection(props: MaintenanceProps) {
  const { maintenance, isLost, start } = props
  const t = useTranslate()
  const run = maintenance.search_rebuild
  const isRunning = run?.state === 'running' && !run.is_stalled
  return (
    <div id="search-index">
      <Section title={t('health.search_index')}>
        <div className="grid gap-3 py-2">
          <p className="max-w-measure text-md text-ink-2">{t('health.search_about')}</p>
          <MaintenanceState run={run} isLost={isLost} />
          {!isRunning && (
            <div>
              <Button
                size="sm"
                loading={start.isSending}
                onClick={() => void start.run({ kind: 'search_rebuild', repairs: false })}
              >
                {t('health.search_rebuild')}
              </Button>
            </div>
          )}
        </div>
      </Section>
    </div>
  )
}
