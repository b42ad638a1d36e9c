import { Bookmark, MessageCircleQuestion, Tag, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { CustomSlot, useHasCustom } from '../../kernel/custom-markup.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Page } from '../../ui/shell/page.tsx'
import { SideNav } from '../../ui/shell/side-nav.tsx'
import { navigationId } from './site-header.tsx'

type SitePageProps = {
  /** `post` lets votes hang beside the text. */
  plan?: 'nav' | 'post'
  rail?: ReactNode
  railLabel?: string
  children: ReactNode
}

/** A screen with the side navigation. */
export function SitePage({ plan = 'nav', rail, railLabel, children }: SitePageProps) {
  const t = useTranslate()
  const hasSidebar = useHasCustom('sidebar')
  return (
    <Page
      plan={plan}
      nav={<Navigation />}
      rail={
        hasSidebar ? (
          <>
            {rail}
            <CustomSlot name="sidebar" />
          </>
        ) : (
          rail
        )
      }
      railLabel={railLabel ?? t('site.sidebar')}
    >
      {children}
    </Page>
  )
}

function Navigation() {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { pathname } = useLocation()
  const savedPath = viewer && `/users/${encodeURIComponent(viewer.username)}/bookmarks`
  const isSaved = pathname === savedPath
  return (
    <SideNav
      id={navigationId}
      label={t('nav.main')}
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
              current: pathname === '/users' || (pathname.startsWith('/users/') && !isSaved),
            },
            ...(savedPath === null
              ? []
              : [
                  {
                    href: savedPath,
                    label: t('nav.saved'),
                    icon: <Bookmark className="icon" aria-hidden="true" />,
                    current: isSaved,
                  },
                ]),
          ],
        },
      ]}
    />
  )
}
