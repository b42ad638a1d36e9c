import { MessageCircleQuestion, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { CustomSlot, useHasCustom } from '../../kernel/custom-markup.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
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
  const { pathname } = useLocation()
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
              href: '/users',
              label: t('nav.users'),
              icon: <Users className="icon" aria-hidden="true" />,
              current: pathname === '/users' || pathname.startsWith('/users/'),
            },
          ],
        },
      ]}
    />
  )
}
