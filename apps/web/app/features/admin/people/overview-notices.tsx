import type { UserOverview } from '@stoa/contract/features/user-overview'
import { Link as LinkIcon } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** What an admin should know before anything else. */
export function OverviewNotices({ overview }: { overview: UserOverview }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { account, sessions } = overview
  const shared = sessions.filter(({ suspended_users: count }) => count > 0)
  const most = Math.max(0, ...shared.map(({ suspended_users: count }) => count))
  const addresses = [...new Set(shared.map(({ address }) => address))]
  const hasNotice = most > 0 || account.silenced_until > 0
  if (!hasNotice) return null
  return (
    <div className="mt-4 grid gap-2">
      {most > 0 && (
        <Notice
          tone="warn"
          icon={<LinkIcon className="icon" aria-hidden="true" />}
          title={t('people.same_network', { count: most })}
        >
          <bdi dir="ltr">{addresses.join(', ')}</bdi>
        </Notice>
      )}
      {account.silenced_until > 0 && (
        <Notice tone="warn">
          {t('user_mod.silenced_until', { time: dateTime(account.silenced_until) })}
        </Notice>
      )}
    </div>
  )
}
