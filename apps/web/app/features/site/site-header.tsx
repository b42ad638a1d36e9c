import { LogOut, Settings, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { loginPathFrom } from '../../kernel/addresses.ts'
import { CustomSlot } from '../../kernel/custom-markup.tsx'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import type { Viewer } from '../../kernel/viewer.ts'
import { AccountMenu } from '../../ui/shell/account-menu.tsx'
import { Header, HeaderGuest } from '../../ui/shell/header.tsx'
import { SkipLink } from '../../ui/shell/page.tsx'

export const navigationId = 'navigation'
const askPath = '/questions/ask'

type SiteHeaderProps = {
  /** Screens beside the navigation also get the way to ask; the others have a main act of their own. */
  hasNavigation?: boolean
  /** The search box; none on a site that only members read, before they are in. */
  search?: ReactNode
}

export function SiteHeader({ hasNavigation = false, search }: SiteHeaderProps) {
  const { site, viewer } = useVisit()
  const t = useTranslate()
  const mayAsk = useLocation().pathname !== askPath && hasNavigation
  return (
    <>
      <SkipLink label={t('app.skip_to_content')} />
      <CustomSlot name="header" />
      <Header
        brand={{ name: site.name, href: '/', logo: site.logo, mobileLogo: site.mobileLogo }}
        nav={hasNavigation ? { id: navigationId, label: t('nav.open') } : undefined}
        search={
          search === undefined || (site.loginRequired && viewer === null)
            ? undefined
            : { href: '/search', label: t('search.label'), box: search }
        }
        ask={mayAsk ? { href: askPath, label: t('nav.ask') } : undefined}
      >
        {viewer === null ? <Guest /> : <Account viewer={viewer} />}
      </Header>
    </>
  )
}

function Guest() {
  const { site } = useVisit()
  const t = useTranslate()
  const { pathname, search } = useLocation()
  return (
    <HeaderGuest
      logIn={{ href: loginPathFrom(pathname + search), label: t('account.log_in') }}
      signUp={
        site.registrationOpen ? { href: '/users/register', label: t('account.sign_up') } : undefined
      }
    />
  )
}

function Account({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <AccountMenu
      label={t('account.menu', { name: viewer.display_name })}
      person={{
        name: viewer.display_name,
        avatar: viewer.avatar || null,
        note: t('account.reputation', { count: number(viewer.rank) }),
      }}
      links={[
        {
          href: `/users/${encodeURIComponent(viewer.username)}`,
          label: t('account.profile'),
          icon: <UserRound className="icon" aria-hidden="true" />,
        },
        {
          href: '/users/settings',
          label: t('settings.title'),
          icon: <Settings className="icon" aria-hidden="true" />,
        },
      ]}
      logOut={{
        action: '/users/logout',
        label: t('account.log_out'),
        icon: <LogOut className="icon" aria-hidden="true" />,
      }}
    />
  )
}
