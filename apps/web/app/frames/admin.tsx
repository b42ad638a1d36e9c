import { loadAdminMessages } from '@stoa/locales/load'
import type { MessageKey } from '@stoa/locales/messages'
import {
  Activity,
  ArrowLeft,
  Blocks,
  CircleQuestionMark,
  History,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  ListTodo,
  MailPlus,
  Mails,
  MessageSquareText,
  Settings,
  Tags,
  Users,
  Webhook,
} from 'lucide-react'
import type { ComponentType, SVGProps } from 'react'
import { Outlet, useLocation } from 'react-router'
import { HeaderNotifications } from '../features/community/notifications/header-notifications.tsx'
import { HeaderSearch } from '../features/discovery/search/header-search.tsx'
import { SettingsNavigation } from '../features/admin/site-settings/settings-navigation.tsx'
import { isSettingsPath } from '../features/admin/site-settings/settings-paths.ts'
import type { FrameInfo } from '../features/site/shell/frame-info.ts'
import { ModeBanner } from '../features/site/shell/mode-banner.tsx'
import { navigationId, SiteHeader } from '../features/site/shell/site-header.tsx'
import { useTranslate, useVisit } from '../kernel/visit-context.tsx'
import { BadgeIcon } from '../ui/badge-icon.ts'
import { Brand } from '../ui/shell/brand.tsx'
import { Page } from '../ui/shell/page.tsx'
import { SideNav } from '../ui/shell/side-nav.tsx'

/** Without one, the server would leave the page to `clientLoader` and send none. */
export async function loader() {
  return null
}

/** For navigation. The first page of a visit loads them before hydration (`entry.client.tsx`). */
export async function clientLoader() {
  await loadAdminMessages()
  return null
}

type AdminPage = { href: string; key: MessageKey; Icon: ComponentType<SVGProps<SVGSVGElement>> }

const groups: readonly { heading?: MessageKey; pages: readonly AdminPage[] }[] = [
  { pages: [{ href: '/admin/dashboard', key: 'admin.dashboard', Icon: LayoutDashboard }] },
  {
    heading: 'admin.content',
    pages: [
      { href: '/admin/questions', key: 'content_admin.questions', Icon: CircleQuestionMark },
      { href: '/admin/answers', key: 'content_admin.answers', Icon: MessageSquareText },
      { href: '/admin/tags', key: 'tags.title', Icon: Tags },
      { href: '/admin/bulk', key: 'bulk.title_list', Icon: ListChecks },
    ],
  },
  {
    heading: 'admin.people',
    pages: [
      { href: '/admin/users', key: 'people.title', Icon: Users },
      { href: '/admin/invitations', key: 'people.invitations', Icon: MailPlus },
      { href: '/admin/sign-ins', key: 'sign_ins.title', Icon: History },
      { href: '/admin/badges', key: 'badge.title', Icon: BadgeIcon },
    ],
  },
  {
    heading: 'admin.site',
    pages: [
      { href: '/admin/settings', key: 'admin.settings', Icon: Settings },
      { href: '/admin/plugins', key: 'plugins.title', Icon: Blocks },
      { href: '/admin/api-keys', key: 'api_keys.title', Icon: KeyRound },
      { href: '/admin/health', key: 'health.title', Icon: Activity },
      { href: '/admin/jobs', key: 'jobs.title', Icon: ListTodo },
      { href: '/admin/email-log', key: 'email_log.title', Icon: Mails },
      { href: '/admin/webhooks', key: 'webhooks.title', Icon: Webhook },
    ],
  },
]

export default function AdminFrame() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <>
      <SiteHeader
        area={t('admin.title')}
        search={<HeaderSearch />}
        notifications={<HeaderNotifications />}
      />
      <ModeBanner />
      <Page
        layout="admin"
        nav={
          isSettingsPath(pathname) ? <SettingsNavigation id={navigationId} /> : <AdminNavigation />
        }
      >
        <Outlet context={{ hasNavigation: false, hasPage: true } satisfies FrameInfo} />
      </Page>
    </>
  )
}

function AdminNavigation() {
  const t = useTranslate()
  const { site } = useVisit()
  const { pathname } = useLocation()
  const path = pathname === '/admin' ? '/admin/dashboard' : pathname
  return (
    <SideNav
      id={navigationId}
      label={t('admin.navigation')}
      drawer={{
        head: <Brand name={site.name} href="/" logo={site.logo} mobileLogo={site.mobileLogo} />,
        foot: null,
        closeLabel: t('nav.close'),
      }}
      groups={[
        ...groups.map(({ heading, pages }) => ({
          ...(heading && { heading: t(heading) }),
          items: pages.map(({ href, key, Icon }) => ({
            href,
            label: t(key),
            icon: <Icon className="icon" aria-hidden="true" />,
            current: path === href || path.startsWith(`${href}/`),
          })),
        })),
        {
          items: [
            {
              href: '/',
              label: t('admin.back'),
              icon: <ArrowLeft className="icon rtl:-scale-x-100" aria-hidden="true" />,
            },
          ],
        },
      ]}
    />
  )
}
