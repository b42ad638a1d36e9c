import { ExternalLink, LogOut, Settings, SlidersHorizontal, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { loginPathFrom, registerPathFrom, userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isAdmin, type Viewer } from '../../../kernel/visit.ts'
import { AccountMenu } from '../../../ui/shell/account-menu.tsx'
import { Header, HeaderLoginLinks } from '../../../ui/shell/header.tsx'
import { SkipLink } from '../../../ui/shell/page.tsx'
import { CustomSlot } from './custom-markup.tsx'

export const navigationId = 'navigation'
const askPath = '/questions/ask'

type SiteHeaderProps = {
  /** Screens with side navigation also have the ask button. */
  hasNavigation?: boolean
  /** The name of a part of the site with a side navigation of its own, such as the admin area. */
  area?: string
  /** Hidden from visitors of a private site. */
  search?: ReactNode
  /** Hidden from visitors. */
  notifications?: ReactNode
}

export function SiteHeader(props: SiteHeaderProps) {
  const { hasNavigation = false, area, search, notifications } = props
  const { site, viewer } = useVisit()
  const t = useTranslate()
  const hasAskButton = useLocation().pathname !== askPath && hasNavigation
  return (
    <>
      <SkipLink label={t('app.skip_to_content')} />
      <CustomSlot name="header" />
      <Header
        brand={{
          name: site.name,
          href: '/',
          logo: site.logo,
          mobileLogo: site.mobileLogo,
          ...(area !== undefined && { area }),
        }}
        admin={area !== undefined}
        nav={
          hasNavigation || area !== undefined
            ? { id: navigationId, label: t('nav.open') }
            : undefined
        }
        search={
          search === undefined || (site.loginRequired && viewer === null)
            ? undefined
            : {
                href: '/search',
                label: t('search.label'),
                closeLabel: t('search.close'),
                box: search,
              }
        }
        ask={hasAskButton ? { href: askPath, label: t('nav.ask') } : undefined}
      >
        {viewer === null ? (
          <VisitorLinks />
        ) : (
          <>
            {notifications}
            <ViewerMenu viewer={viewer} />
          </>
        )}
      </Header>
    </>
  )
}

function VisitorLinks() {
  const { site } = useVisit()
  const t = useTranslate()
  const { pathname, search } = useLocation()
  return (
    <HeaderLoginLinks
      logIn={{ href: loginPathFrom(pathname + search), label: t('account.log_in') }}
      signUp={
        site.registrationOpen
          ? { href: registerPathFrom(pathname + search), label: t('account.sign_up') }
          : undefined
      }
    />
  )
}

function ViewerMenu({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { number } = useFormats()
  return (
    <AccountMenu
      label={t('account.menu', { name: viewer.display_name })}
      user={{
        name: viewer.display_name,
        avatar: viewer.avatar || null,
        note: t('account.reputation', { count: number(viewer.rank) }),
      }}
      links={[
        {
          href: userPath(viewer.username),
          label: t('account.profile'),
          icon: <UserRound className="icon" aria-hidden="true" />,
        },
        {
          href: '/users/settings',
          label: t('settings.title'),
          icon: <Settings className="icon" aria-hidden="true" />,
        },
        ...(site.userCenter?.links ?? []).map(({ label, url }) => ({
          href: url,
          label,
          icon: <ExternalLink className="icon" aria-hidden="true" />,
        })),
        ...(isAdmin(viewer)
          ? [
              {
                href: '/admin',
                label: t('admin.title'),
                icon: <SlidersHorizontal className="icon" aria-hidden="true" />,
              },
            ]
          : []),
      ]}
      logOut={{
        action: '/users/logout',
        label: t('account.log_out'),
        icon: <LogOut className="icon" aria-hidden="true" />,
      }}
    />
  )
}
