import { getUser } from '@stoa/contract/features/profiles'
import { data, redirect } from 'react-router'
import { ProfileHeader } from '../../features/community/profiles/profile-header.tsx'
import {
  canOpenTab,
  type ProfileTab,
  profileTabs,
  tabPath,
} from '../../features/community/profiles/profile-tabs.ts'
import { FlagUserButton } from '../../features/community/flagged-users/flag-user-button.tsx'
import { useModerationPanel } from '../../features/community/user-moderation/moderation-button.tsx'
import { FollowUser } from '../../features/content/follows/follow-user.tsx'
import { BrandingLinks } from '../../features/people/user-center/branding-links.tsx'
import { findBranding } from '../../features/people/user-center/find-agent.server.ts'
import { SlotHtmlContext } from '../../features/site/plugin-slots/slot-html.ts'
import { loadSlots } from '../../features/site/plugin-slots/slots.server.ts'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { withHotQuestions } from '../../features/content/questions/not-found.server.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import type { SlotRequest } from '../../kernel/host-request.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { withQuery } from '../../kernel/paging.ts'
import { userPath } from '../../kernel/paths.ts'
import { toPostText } from '../../kernel/post-text.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import type { Route } from './+types/profile.ts'
import { loadTab } from './profile-tab.server.ts'
import { ProfileTabView } from './profile-tab.tsx'

const goneStatus = 410

export const loader = (args: Route.LoaderArgs) => withHotQuestions(args, () => load(args))

async function load(args: Route.LoaderArgs) {
  const { username } = args.params
  const tabName = 'tab' in args.params ? args.params.tab : 'overview'
  const tab = profileTabs.find((option) => option === tabName)
  if (tab === undefined) throw data(null, { status: 404 })
  const { bio, bio_html, ...user } = await apiFrom(args).call(getUser, { username })
  const { viewer } = args.context.get(visitContext)
  const isOwn = viewer?.id === user.id
  if (!canOpenTab(tab, isOwn)) throw data(null, { status: 404 })
  const isDeleted = user.status === 'deleted'
  if (!isDeleted && user.username !== username) {
    throw redirect(tabPath(user.username, tab) + args.url.search, 301)
  }
  const parts = isDeleted ? deletedParts : await loadParts(args, tab, user)
  const page = {
    user,
    about: bio.slice(0, 200),
    bio: bio_html === '' ? null : toPostText(args.context, `person-${user.id}`, bio_html),
    isOwn,
    ...parts,
  }
  return data(page, isDeleted ? { status: goneStatus } : undefined)
}

const deletedParts = { tabData: null, branding: [], slots: undefined }

async function loadParts(
  args: Route.LoaderArgs,
  tab: ProfileTab,
  user: { id: string; username: string },
) {
  const [tabData, branding, slots] = await Promise.all([
    loadTab(args, tab, user.username),
    findBranding(args, user.username),
    loadSlots(args.context, tab === 'overview' ? [toSlot(user)] : []),
  ])
  return { tabData, branding, ...slots }
}

function toSlot({ id: userId, username }: { id: string; username: string }): SlotRequest {
  return { name: 'profile.overview', props: { userId, username } }
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { user, about, bio, isOwn, tabData, branding, slots } = loaderData
  const t = useTranslate()
  const { count } = useFormats()
  const tab = tabData?.tab ?? 'overview'
  const name = user.username === '' ? user.display_name : `${user.display_name} (@${user.username})`
  const moderation = useModerationPanel(user)
  const counts = { answers: user.answer_count, questions: user.question_count }
  return (
    <SitePage>
      <PageMeta
        title={tab === 'overview' ? name : `${t(`user_page.${tab}`)} - ${name}`}
        description={about || t('user_page.description', { name: user.display_name })}
        canonical={withQuery(tabPath(user.username, tab), toQuery(tabData))}
        noIndex={user.status !== 'normal' || !canOpenTab(tab, false)}
        type="profile"
        feed={
          user.status === 'normal'
            ? { path: `${userPath(user.username)}/feed.atom`, title: user.display_name }
            : undefined
        }
      />
      {user.status_msg !== '' && <Notice tone="warn">{user.status_msg}</Notice>}
      <ProfileHeader
        user={user}
        bio={bio}
        isOwn={isOwn}
        links={<BrandingLinks links={branding} />}
        end={
          isOwn ? null : (
            <>
              {user.status === 'normal' && <FollowUser user={user} />}
              {moderation.button}
              <FlagUserButton user={user} />
            </>
          )
        }
      />
      {moderation.panel}
      {tabData && (
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6">
          <TabLinks
            label={t('user_page.tabs', { name: user.display_name })}
            line
            items={profileTabs
              .filter((option) => canOpenTab(option, isOwn))
              .map((option) => ({
                href: tabPath(user.username, option),
                label: t(`user_page.${option}`),
                current: option === tab,
                count: option in counts ? count(counts[option as keyof typeof counts]) : undefined,
              }))}
          />
          <SlotHtmlContext value={slots}>
            <ProfileTabView user={user} isOwn={isOwn} data={tabData} />
          </SlotHtmlContext>
        </div>
      )}
    </SitePage>
  )
}

function toQuery(tabData: Route.ComponentProps['loaderData']['tabData']) {
  if (tabData === null || !('page' in tabData)) return {}
  const order = 'order' in tabData && tabData.order !== 'newest' ? tabData.order : undefined
  return { order, page: tabData.page > 1 ? tabData.page : undefined }
}
