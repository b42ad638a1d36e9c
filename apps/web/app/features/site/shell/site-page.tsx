import {
  Blocks,
  Bookmark,
  ListChecks,
  MessageCircleQuestion,
  SlidersHorizontal,
  Tag,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { pluginPagePath, userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isAdmin } from '../../../kernel/visit.ts'
import { BadgeIcon } from '../../../ui/badge-icon.ts'
import { Brand } from '../../../ui/shell/brand.tsx'
import { Page } from '../../../ui/shell/page.tsx'
import { SideNav } from '../../../ui/shell/side-nav.tsx'
import { Slot } from '../plugin-slots/slot.tsx'
import { CustomSlot, useHasCustomMarkup } from './custom-markup.tsx'
import { DrawerFoot, type NavTag } from './drawer-foot.tsx'
import { navigationId } from './site-header.tsx'

type SitePageProps = {
  /** `post` leaves a gutter for the votes. */
  layout?: 'nav' | 'post'
  sidebar?: ReactNode
  sidebarLabel?: string
  /** The viewer's followed tags, for the drawer on phones. */
  followedTags?: NavTag[] | undefined
  children: ReactNode
}

export function SitePage(props: SitePageProps) {
  const { layout = 'nav', sidebar, sidebarLabel, followedTags, children } = props
  const t = useTranslate()
  const hasCustomSidebar = useHasCustomMarkup('sidebar')
  return (
    <Page
      layout={layout}
      nav={<Navigation followedTags={followedTags} />}
      sidebar={
        hasCustomSidebar ? (
          <>
            {sidebar}
            <CustomSlot name="sidebar" />
          </>
        ) : (
          sidebar
        )
      }
      sidebarLabel={sidebarLabel ?? t('site.sidebar')}
    >
      {children}
    </Page>
  )
}

function Navigation({ followedTags = [] }: { followedTags?: NavTag[] | undefined }) {
  const t = useTranslate()
  const { site, viewer } = useVisit()
  const { pathname } = useLocation()
  const pluginLinks = usePluginLinks()
  const moderationGroup = useModerationGroup()
  const bookmarksPath = viewer && userPath(viewer.username, 'bookmarks')
  const isBookmarks = pathname === bookmarksPath
  return (
    <SideNav
      id={navigationId}
      label={t('nav.main')}
      drawer={{
        head: <Brand name={site.name} href="/" logo={site.logo} mobileLogo={site.mobileLogo} />,
        foot: <DrawerFoot followedTags={followedTags} />,
        closeLabel: t('nav.close'),
      }}
      groups={[
        {
          items: [
            {
              href: '/questions',
              label: t('nav.questions'),
              icon: <MessageCircleQuestion className="icon" aria-hidden="true" />,
              current: pathname === '/' || pathname === '/questions',
            },
            {
              href: '/tags',
              label: t('nav.tags'),
              icon: <Tag className="icon" aria-hidden="true" />,
              current: pathname === '/tags' || pathname.startsWith('/tags/'),
            },
            {
              href: '/users',
              label: t('nav.users'),
              icon: <Users className="icon" aria-hidden="true" />,
              current: isUsersPath(pathname) && !isBookmarks,
            },
            {
              href: '/badges',
              label: t('nav.badges'),
              icon: <BadgeIcon className="icon" aria-hidden="true" />,
              current: pathname.startsWith('/badges'),
            },
            ...(bookmarksPath === null
              ? []
              : [
                  {
                    href: bookmarksPath,
                    label: t('nav.bookmarks'),
                    icon: <Bookmark className="icon" aria-hidden="true" />,
                    current: isBookmarks,
                  },
                ]),
          ],
        },
        ...(pluginLinks.length > 0 ? [{ items: pluginLinks }] : []),
        ...(viewer?.canReview ? [moderationGroup] : []),
      ]}
      end={<Slot name="navigation" path={pathname} className="mt-4" />}
    />
  )
}

function usePluginLinks() {
  const { plugins = [] } = useVisit()
  const { pathname } = useLocation()
  return plugins.flatMap(({ slug, links }) =>
    links.map(({ path, title }) => {
      const href = pluginPagePath(slug, path)
      const icon = <Blocks className="icon" aria-hidden="true" />
      return { href, label: title, icon, current: pathname === href }
    }),
  )
}

function useModerationGroup() {
  const t = useTranslate()
  const { capped } = useFormats()
  const { viewer } = useVisit()
  const cases = viewer?.counts?.cases ?? 0
  const label = t('notifications.cases', { cases })
  return {
    heading: t('nav.moderation'),
    items: [
      {
        href: '/review',
        label: t('nav.review'),
        icon: <ListChecks className="icon" aria-hidden="true" />,
        current: false,
        ...(cases > 0 && { count: { text: capped(cases), label } }),
      },
      ...(viewer !== null && isAdmin(viewer)
        ? [
            {
              href: '/admin',
              label: t('admin.title'),
              icon: <SlidersHorizontal className="icon" aria-hidden="true" />,
              current: false,
            },
          ]
        : []),
    ],
  }
}

/** Profiles, but not the viewer's notifications. */
const isUsersPath = (pathname: string) => /^\/users(?!\/notifications)(?:\/|$)/.test(pathname)
