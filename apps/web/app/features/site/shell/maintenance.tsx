import { PageMeta } from '../../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ModeEnd } from './mode-banner.tsx'

export function MaintenanceContent() {
  const t = useTranslate()
  const { mode } = useVisit().site
  return (
    <>
      <PageMeta title={t('page.maintenance.title')} noIndex />
      <ErrorState title={t('page.maintenance.title')}>
        <p>
          <bdi>{mode?.message || t('page.maintenance.text')}</bdi> <ModeEnd />
        </p>
      </ErrorState>
    </>
  )
}
