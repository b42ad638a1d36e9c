import { Outlet } from 'react-router'
import { HeaderSearch } from '../features/search/header-search.tsx'
import type { FrameInfo } from '../features/site/frame-info.ts'
import { SiteFooter } from '../features/site/site-footer.tsx'
import { SiteHeader } from '../features/site/site-header.tsx'

export default function SiteFrame() {
  return (
    <>
      <SiteHeader hasNavigation search={<HeaderSearch />} />
      <Outlet context={{ hasNavigation: true } satisfies FrameInfo} />
      <SiteFooter />
    </>
  )
}
