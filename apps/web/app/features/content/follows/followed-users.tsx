import type { UserBasic } from '@stoa/contract/features/users'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { useFollowUser } from './use-follow-user.ts'

/** In the settings. Renders nothing if there are none. */
export function FollowedUsers({ users }: { users: readonly UserBasic[] }) {
  const t = useTranslate()
  if (users.length === 0) return null
  return (
    <Section title={t('notify.kind.followed_users')}>
      <ul>
        {users.map((user) => (
          <FollowedRow key={user.id} user={user} />
        ))}
      </ul>
    </Section>
  )
}

function FollowedRow({ user }: { user: UserBasic }) {
  const t = useTranslate()
  const { toggle } = useFollowUser({ user, source: user, isFollowed: true, revalidates: true })
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2">
      <Link href={userPath(user.username)} className="min-w-0 break-words hover:underline">
        <bdi>{user.display_name}</bdi>
      </Link>
      <Button size="sm" data-needs-script="" onClick={toggle}>
        {t('follow.unfollow')}
        <span className="sr-only"> {user.display_name}</span>
      </Button>
    </li>
  )
}
