import { Outlet, useOutletContext } from 'react-router'
import { Page } from '../../../ui/shell/page.tsx'
import { ErrorPage } from './error-page.tsx'
import type { FrameInfo } from './frame-info.ts'
import { SitePage } from './site-page.tsx'

export function GuardOutlet() {
  return <Outlet context={useOutletContext<FrameInfo>()} />
}

/** Renders errors of screens inside the frame. */
export function GuardError() {
  const { hasNavigation, hasPage = false } = useOutletContext<FrameInfo>()
  if (hasPage) return <ErrorPage />
  if (hasNavigation) {
    return (
      <SitePage>
        <ErrorPage />
      </SitePage>
    )
  }
  return (
    <Page layout="bare">
      <ErrorPage />
    </Page>
  )
}
