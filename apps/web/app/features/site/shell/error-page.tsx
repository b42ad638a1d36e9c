import { isRouteErrorResponse, useRouteError } from 'react-router'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { MaintenanceContent } from './maintenance.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'

type ErrorKind = 'forbidden' | 'not_found' | 'busy' | 'broken' | 'request'

const codes: Record<ErrorKind, string | undefined> = {
  forbidden: '403',
  not_found: '404',
  busy: undefined,
  broken: '50x',
  request: undefined,
}

/** For errors of loaders, actions and guards. */
export function ErrorPage() {
  const { site } = useVisit()
  const error = useRouteError()
  const isClosed = isRouteErrorResponse(error) && error.status === 503
  if (isClosed && site.mode?.mode === 'maintenance') return <MaintenanceContent />
  return <ErrorPageContent kind={toErrorKind(error)} />
}

function toErrorKind(error: unknown): ErrorKind {
  if (!isRouteErrorResponse(error)) return 'broken'
  if (error.status === 404 || error.status === 405) return 'not_found'
  if (error.status === 403 || error.status === 401) return 'forbidden'
  if (error.status === 503) return 'busy'
  return error.status < 500 ? 'request' : 'broken'
}

export function ErrorPageContent({ kind }: { kind: ErrorKind }) {
  const t = useTranslate()
  return (
    <>
      <PageMeta title={t(`page.${kind}.title`)} noIndex />
      <ErrorState
        code={codes[kind]}
        title={t(`page.${kind}.title`)}
        actions={
          <ButtonLink href="/" variant="primary">
            {t('page.back_home')}
          </ButtonLink>
        }
      >
        <p>{t(`page.${kind}.text`)}</p>
      </ErrorState>
    </>
  )
}
