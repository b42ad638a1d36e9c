import { isRouteErrorResponse, useOutletContext, useRouteError } from 'react-router'
import type { HotQuestion } from '../features/content/questions/hot-questions.tsx'
import { NotFoundHelp } from '../features/content/questions/not-found-help.tsx'
import { ErrorPage } from '../features/site/shell/error-page.tsx'
import type { FrameInfo } from '../features/site/shell/frame-info.ts'
import { SitePage } from '../features/site/shell/site-page.tsx'
import { Page } from '../ui/shell/page.tsx'

/** Renders errors of screens inside the frame. */
export function GuardError() {
  const { hasNavigation, hasPage = false } = useOutletContext<FrameInfo>()
  if (hasPage) return <ErrorPage />
  if (hasNavigation) {
    return (
      <SitePage>
        <ErrorPage />
        <Help />
      </SitePage>
    )
  }
  return (
    <Page layout="bare">
      <ErrorPage />
    </Page>
  )
}

function Help() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 404) return null
  const { hot = [] } = (error.data ?? {}) as { hot?: HotQuestion[] }
  return <NotFoundHelp hot={hot} />
}
