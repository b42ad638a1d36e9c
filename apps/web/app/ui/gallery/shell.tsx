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
import { Header, HeaderCount, HeaderGuest } from '../shell/header.tsx'
import { Page, SkipLink } from '../shell/page.tsx'
import { RailList } from '../shell/rail.tsx'
import { SearchForm } from '../shell/search-form.tsx'
import { SideNav } from '../shell/side-nav.tsx'

const NAV_ID = 'side-navigation'

const icons = {
  questions: <MessageCircleQuestionMark className="icon" aria-hidden="true" />,
  tags: <Tag className="icon" aria-hidden="true" />,
  users: <Users className="icon" aria-hidden="true" />,
  saved: <Bookmark className="icon" aria-hidden="true" />,
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
          { href: '/saved', label: 'Saved', icon: icons.saved },
        ],
      },
      {
        heading: 'Moderation',
        items: [
          {
            href: '/review',
            label: 'Review',
            icon: icons.review,
            count: { text: '12', label: '12 waiting' },
          },
          { href: '/admin', label: 'Admin', icon: icons.settings },
        ],
      },
    ]}
    foot={
      <div className="-ms-2 flex gap-1">
        <IconButton label="Theme" icon={<SunMoon className="icon" aria-hidden="true" />} />
        <IconButton label="Language" icon={<Languages className="icon" aria-hidden="true" />} />
      </div>
    }
  />
)

function Top() {
  return (
    <Header
      brand={{ name: 'Stoa', href: '/' }}
      nav={{ id: NAV_ID, label: 'Menu' }}
      search={{
        href: '/search',
        label: 'Search',
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
        gain
      />
      <AccountMenu
        label="Your account"
        person={{ name: 'Leila Haddad', note: '15.8k reputation' }}
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
      <Top />
      <Page
        nav={nav}
        railLabel="More"
        rail={
          <Section title="For guests" size="sm">
            <HeaderGuest
              logIn={{ href: '/users/login', label: 'Log in' }}
              signUp={{ href: '/users/register', label: 'Sign up' }}
            />
            <RailList
              label="Linked"
              items={[
                {
                  href: '/questions/7',
                  number: '88',
                  title: 'When does the planner switch?',
                  done: true,
                },
              ]}
            />
          </Section>
        }
      >
        <div className="mb-6">
          <PageHead title="Gallery" note="Every piece in every state" />
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
