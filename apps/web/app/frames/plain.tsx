import { Outlet } from 'react-router'
import { HeaderSearch } from '../features/search/header-search.tsx'
import { HiddenCustomSlot } from '../features/site/custom-markup.tsx'
import type { FrameInfo } from '../features/site/frame-info.ts'
import { SiteFooter } from '../features/site/site-footer.tsx'
import { SiteHeader } from '../features/site/site-header.tsx'

export default function PlainFrame() {
  return (
    <>
      <SiteHeader search={<HeaderSearch />} />
      <Outlet context={{ hasNavigation: false } satisfies FrameInfo} />
      <SiteFooter />
      <HiddenCustomSlot name="sidebar" />
    </>
  )
}
