import { getUserOverview } from '@stoa/contract/features/user-overview'
import { getUserModeration } from '@stoa/contract/features/user-moderation'
import { data } from 'react-router'
import { OverviewContent } from '../../features/admin/people/overview-content.tsx'
import { OverviewFlags } from '../../features/admin/people/overview-flags.tsx'
import { OverviewHead } from '../../features/admin/people/overview-head.tsx'
import { OverviewKeys } from '../../features/admin/people/overview-keys.tsx'
import { OverviewMails } from '../../features/admin/people/overview-mails.tsx'
import { OverviewNotices } from '../../features/admin/people/overview-notices.tsx'
import { OverviewSessions } from '../../features/admin/people/overview-sessions.tsx'
import { OverviewTimeline } from '../../features/admin/people/overview-timeline.tsx'
import { OverviewVotes } from '../../features/admin/people/overview-votes.tsx'
import {
  SuspensionList,
  WarningList,
} from '../../features/community/user-moderation/moderation-lists.tsx'
import { useUserActs } from '../../features/community/user-moderation/use-user-acts.ts'
import { UserNotes } from '../../features/community/user-moderation/user-notes.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import type { Route } from './+types/user.ts'

export async function loader(args: Route.LoaderArgs) {
  const { user_id: userId } = args.params
  if (!/^[1-9]\d{0,14}$/.test(userId)) throw data(null, { status: 404 })
  const api = apiFrom(args)
  const overview = await api.call(getUserOverview, { user_id: userId })
  // Notes and warnings are deleted with the account; the overview has its history.
  const isDeleted = overview.account.status === 'deleted'
  const moderation = isDeleted ? null : await api.call(getUserModeration, { user_id: userId })
  return { overview, moderation }
}

export default function User({ loaderData: { overview, moderation } }: Route.ComponentProps) {
  const { account } = overview
  const tools = useUserActs({ id: account.user_id, ...account })
  return (
    <>
      <PageMeta title={account.display_name} noIndex />
      <OverviewHead account={account} />
      <OverviewNotices overview={overview} />
      <div className="mt-8 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid min-w-0 content-start gap-8">
          <OverviewContent content={overview.content} username={account.username} />
          <OverviewVotes given={overview.votes_given} received={overview.votes_received} />
          <OverviewSessions userId={account.user_id} sessions={overview.sessions} />
          <OverviewKeys keys={overview.api_keys} />
          <OverviewMails mails={overview.mails} />
        </div>
        <div className="grid min-w-0 content-start gap-8">
          <OverviewFlags flags={overview.flags} />
          {moderation !== null && (
            <>
              <UserNotes notes={moderation.notes} tools={tools} />
              <WarningList warnings={moderation.warnings} />
              <SuspensionList suspensions={moderation.suspensions} tools={tools} />
            </>
          )}
          <OverviewTimeline account={account} entries={moderation?.history ?? overview.history} />
        </div>
      </div>
    </>
  )
}
