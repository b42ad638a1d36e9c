import { Bell, Blocks, Database, KeyRound, Palette, ShieldCheck, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { HeaderNotifications } from '../features/community/notifications/header-notifications.tsx'
import { HeaderSearch } from '../features/discovery/search/header-search.tsx'
import { ActivationNotice } from '../features/people/auth/activation-notice.tsx'
import { StandingBanner } from '../features/community/user-moderation/standing-banner.tsx'
import type { FrameInfo } from '../features/site/shell/frame-info.ts'
import { ModeBanner } from '../features/site/shell/mode-banner.tsx'
import { SiteFooter } from '../features/site/shell/site-footer.tsx'
import { SiteHeader } from '../features/site/shell/site-header.tsx'
import { useTranslate, useVisit } from '../kernel/visit-context.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/shell/page.tsx'

const tabs = [
  { href: '/users/settings/profile', key: 'settings.profile', Icon: UserRound },
  { href: '/users/settings/notify', key: 'settings.notify', Icon: Bell },
  { href: '/users/settings/account', key: 'settings.account', Icon: KeyRound },
  { href: '/users/settings/security', key: 'settings.security', Icon: ShieldCheck },
  { href: '/users/settings/interface', key: 'settings.interface', Icon: Palette },
  { href: '/users/settings/data', key: 'settings.data', Icon: Database },
] as const

export default function SettingsFrame() {
  return (
    <>
      <SiteHeader search={<HeaderSearch />} notifications={<HeaderNotifications />} />
      <ModeBanner />
      <ActivationNotice />
      <StandingBanner />
      <Page nav={<SettingsTabs />}>
        <Outlet context={{ hasNavigation: false, hasPage: true } satisfies FrameInfo} />
      </Page>
      <SiteFooter />
    </>
  )
}

/** A column on wide screens, a horizontally scrolling row on phones. */
function SettingsTabs() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const { plugins = [] } = useVisit()
  const ownTabs = tabs.map(({ key, ...tab }) => ({ ...tab, label: t(key) }))
  const pluginTabs = plugins
    .filter(({ hasUserSettings }) => hasUserSettings)
    .map(({ slug, name }) => ({ href: `/users/settings/${slug}`, label: name, Icon: Blocks }))
  const isCurrent = (href: string) =>
    pathname === href || (pathname === '/users/settings' && href === tabs[0].href)
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav aria-label={t('settings.title')} className="pt-4 md:sticky md:top-(--top-h) md:pt-5.5">
      <p className="text-xs font-medium text-ink-3 max-md:sr-only">{t('settings.title')}</p>
      <ul className="max-md:scroll-x -mx-page flex gap-5 border-b border-line px-page md:mx-0 md:mt-1 md:block md:border-0 md:px-0">
        {[...ownTabs, ...pluginTabs].map(({ href, label, Icon }) => (
          <li key={href} ref={isCurrent(href) ? current : undefined} className="flex-none">
            <Link
              href={href}
              aria-current={isCurrent(href) ? 'page' : undefined}
              className="side-tab flex min-h-[max(2.375rem,var(--target))] items-center max-md:pointer-coarse:min-w-target max-md:pointer-coarse:justify-center gap-2.75 rounded-sm text-md whitespace-nowrap text-ink-2 hover:text-ink md:min-h-[max(2.125rem,var(--target))] [&_svg]:text-base [&_svg]:text-ink-3"
            >
              <Icon className="icon max-md:hidden" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
