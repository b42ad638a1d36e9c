import { Outlet } from 'react-router'
import { HeaderNotifications } from '../features/community/notifications/header-notifications.tsx'
import { HeaderSearch } from '../features/discovery/search/header-search.tsx'
import { ActivationNotice } from '../features/people/auth/activation-notice.tsx'
import { StandingBanner } from '../features/community/user-moderation/standing-banner.tsx'
import type { FrameInfo } from '../features/site/shell/frame-info.ts'
import { ModeBanner } from '../features/site/shell/mode-banner.tsx'
import { SiteFooter } from '../features/site/shell/site-footer.tsx'
import { SiteHeader } from '../features/site/shell/site-header.tsx'

export default function SiteFrame() {
  return (
    <>
      <SiteHeader hasNavigation search={<HeaderSearch />} notifications={<HeaderNotifications />} />
      <ModeBanner />
      <ActivationNotice />
      <StandingBanner />
      <Outlet context={{ hasNavigation: true } satisfies FrameInfo} />
      <SiteFooter />
    </>
  )
}
