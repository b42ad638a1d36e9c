import { isRouteErrorResponse, useRouteError } from 'react-router'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

type Kind = 'forbidden' | 'not_found' | 'busy' | 'broken' | 'request'

const codes: Record<Kind, string | undefined> = {
  forbidden: '403',
  not_found: '404',
  busy: undefined,
  broken: '50x',
  request: undefined,
}

/** The page for whatever a loader, an action or a guard threw. */
export function ErrorPage() {
  return <ErrorPageOf kind={kindOf(useRouteError())} />
}

function kindOf(error: unknown): Kind {
  if (!isRouteErrorResponse(error)) return 'broken'
  if (error.status === 404 || error.status === 405) return 'not_found'
  if (error.status === 403 || error.status === 401) return 'forbidden'
  if (error.status === 503) return 'busy'
  return error.status < 500 ? 'request' : 'broken'
}

export function ErrorPageOf({ kind }: { kind: Kind }) {
  const t = useTranslate()
  return (
    <>
      <PageTitle title={t(`page.${kind}.title`)} hidden />
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
