import {
  Award,
  Bookmark,
  Inbox,
  Languages,
  ListChecks,
  LogOut,
  MessageCircleQuestionMark,
  Settings,
  SunMoon,
  Tag,
  User,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { PageHead, Section } from '../section.tsx'
import { AccountMenu } from '../shell/account-menu.tsx'
import { Footer } from '../shell/footer.tsx'
import { Brand } from '../shell/brand.tsx'
import { Header, HeaderCount, HeaderLoginLinks } from '../shell/header.tsx'
import { Page, SkipLink } from '../shell/page.tsx'
import { SidebarList } from '../shell/sidebar-list.tsx'
import { SearchForm } from '../shell/search-form.tsx'
import { SideNav } from '../shell/side-nav.tsx'

const NAV_ID = 'side-navigation'

const icons = {
  questions: <MessageCircleQuestionMark className="icon" aria-hidden="true" />,
  tags: <Tag className="icon" aria-hidden="true" />,
  users: <Users className="icon" aria-hidden="true" />,
  bookmarks: <Bookmark className="icon" aria-hidden="true" />,
  review: <ListChecks className="icon" aria-hidden="true" />,
  settings: <Settings className="icon" aria-hidden="true" />,
}

const nav = (
  <SideNav
    id={NAV_ID}
    label="Main"
    groups={[
      {
        items: [
          { href: '/questions', label: 'Questions', icon: icons.questions, current: true },
          { href: '/tags', label: 'Tags', icon: icons.tags },
          { href: '/users', label: 'Users', icon: icons.users },
          { href: '/bookmarks', label: 'Bookmarks', icon: icons.bookmarks },
        ],
      },
      {
        heading: 'Moderation',
        items: [
          {
            href: '/review',
            label: 'Review',
            icon: icons.review,
            count: { text: '12', label: '12 pending' },
          },
          { href: '/admin', label: 'Admin', icon: icons.settings },
        ],
      },
    ]}
    drawer={{
      head: <Brand name="Stoa" href="/" />,
      foot: (
        <div className="-ms-2 flex gap-1">
          <IconButton label="Theme" icon={<SunMoon className="icon" aria-hidden="true" />} />
          <IconButton label="Language" icon={<Languages className="icon" aria-hidden="true" />} />
        </div>
      ),
      closeLabel: 'Close menu',
    }}
  />
)

function SampleHeader() {
  return (
    <Header
      brand={{ name: 'Stoa', href: '/' }}
      nav={{ id: NAV_ID, label: 'Menu' }}
      search={{
        href: '/search',
        label: 'Search',
        closeLabel: 'Close search',
        box: (
          <SearchForm action="/search" label="Search" placeholder="Search questions" shortcut="/" />
        ),
      }}
      ask={{ href: '/questions/ask', label: 'Ask a question' }}
    >
      <HeaderCount
        href="/users/notifications/inbox"
        label="Inbox, 3 unread"
        icon={<Inbox className="icon" aria-hidden="true" />}
        count="3"
      />
      <HeaderCount
        href="/users/notifications/achievement"
        label="Achievements, 48 reputation gained"
        icon={<Award className="icon" aria-hidden="true" />}
        count="+48"
        tone="gain"
      />
      <AccountMenu
        label="Your account"
        user={{ name: 'Leila Haddad', note: '15.8k reputation' }}
        links={[
          { href: '/users/leila', label: 'Profile', icon: <User className="icon" /> },
          { href: '/users/settings', label: 'Settings', icon: icons.settings },
        ]}
        logOut={{ action: '/logout', label: 'Log out', icon: <LogOut className="icon" /> }}
      />
    </Header>
  )
}

export function ShellSample({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink label="Skip to content" />
      <SampleHeader />
      <Page
        nav={nav}
        sidebarLabel="More"
        sidebar={
          <Section title="For visitors" size="sm">
            <HeaderLoginLinks
              logIn={{ href: '/users/login', label: 'Log in' }}
              signUp={{ href: '/users/register', label: 'Sign up' }}
            />
            <SidebarList
              label="Linked"
              items={[
                {
                  href: '/questions/7',
                  number: '88',
                  title: 'When does the planner use a generic plan?',
                  done: true,
                },
              ]}
            />
          </Section>
        }
      >
        <div className="mb-6">
          <PageHead title="Gallery" note="All components in all states" />
        </div>
        {children}
      </Page>
      <Footer
        label="About"
        line="Stoa © 2026"
        links={[
          { href: '/tos', label: 'Terms' },
          { href: '/privacy', label: 'Privacy' },
        ]}
      />
    </div>
  )
}
