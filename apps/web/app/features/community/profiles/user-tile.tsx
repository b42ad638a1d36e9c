import type { RankedUser } from '@stoa/contract/features/profiles'
import type { UserBasic } from '@stoa/contract/features/users'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Count } from '../../../ui/count.tsx'
import { Link } from '../../../ui/link.tsx'
import { RoleLabel } from '../../../ui/user-card.tsx'

type UserTileProps = {
  user: Pick<RankedUser, 'username' | 'display_name' | 'avatar'>
  role?: string | undefined
  /** A formatted number and its unit. */
  count?: { text: string; title: string; unit: string }
}

export function UserTile({ user, role, count }: UserTileProps) {
  return (
    <li className="relative flex min-w-0 items-center gap-3 border-b border-line py-3">
      <Avatar name={user.display_name} src={user.avatar} size="lg" />
      <div className="min-w-0 leading-[1.4]">
        <Link
          href={userPath(user.username)}
          className="block truncate text-md font-semibold after:absolute after:inset-0 hover:text-accent-ink"
        >
          <bdi>{user.display_name}</bdi>
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
          {count && (
            <span>
              <Count text={count.text} title={count.title} className="font-medium text-ink-2" />{' '}
              {count.unit}
            </span>
          )}
          {role && <RoleLabel>{role}</RoleLabel>}
        </p>
      </div>
    </li>
  )
}

export function UserGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-8"
    >
      {children}
    </ol>
  )
}

/** Users with their reputation. */
export function UserTiles({ label, users }: { label: string; users: UserBasic[] }) {
  const t = useTranslate()
  const { count, number } = useFormats()
  return (
    <UserGrid label={label}>
      {users.map((user) => (
        <UserTile
          key={user.id}
          user={user}
          count={{ text: count(user.rank), title: number(user.rank), unit: t('users.reputation') }}
        />
      ))}
    </UserGrid>
  )
}
