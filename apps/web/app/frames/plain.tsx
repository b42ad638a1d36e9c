import { Outlet } from 'react-router'
import { HeaderNotifications } from '../features/community/notifications/header-notifications.tsx'
import { HeaderSearch } from '../features/discovery/search/header-search.tsx'
import { ActivationNotice } from '../features/people/auth/activation-notice.tsx'
import { HiddenCustomSlot } from '../features/site/shell/custom-markup.tsx'
import type { FrameInfo } from '../features/site/shell/frame-info.ts'
import { ModeBanner } from '../features/site/shell/mode-banner.tsx'
import { SiteFooter } from '../features/site/shell/site-footer.tsx'
import { SiteHeader } from '../features/site/shell/site-header.tsx'

export default function PlainFrame() {
  return (
    <>
      <SiteHeader search={<HeaderSearch />} notifications={<HeaderNotifications />} />
      <ModeBanner />
      <ActivationNotice />
      <Outlet context={{ hasNavigation: false } satisfies FrameInfo} />
      <SiteFooter />
      <HiddenCustomSlot name="sidebar" />
    </>
  )
}
