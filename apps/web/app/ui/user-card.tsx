import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { classNames } from './class-names.ts'
import { Count } from './count.tsx'
import { Link } from './link.tsx'

export type UserSummary = {
  name: string
  /** Undefined for deleted users. */
  href?: string
  avatar?: string | null
  /** Formatted reputation. */
  reputation?: string
  reputationTitle?: string
  /** "Admin", "Moderator", "Suspended". */
  role?: string
}

type NameProps = { user: UserSummary; className: string; short?: boolean }

function Name({ user, className, short = false }: NameProps) {
  // Truncate the name and not the link, whose hit area is larger than its box.
  const name = <bdi className={short ? 'row-name block truncate' : undefined}>{user.name}</bdi>
  if (!user.href) return <span className={className}>{name}</span>
  return (
    <Link
      href={user.href}
      data-card="user"
      className={classNames(className, 'hit hover:text-accent-ink')}
    >
      {name}
    </Link>
  )
}

function Reputation({ user }: { user: UserSummary }) {
  if (!user.reputation) return null
  return (
    <Count text={user.reputation} title={user.reputationTitle} className="font-medium text-ink-2" />
  )
}

export function RoleLabel({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-sm bg-accent-tint px-1.5 text-xs leading-5.5 font-medium whitespace-nowrap text-accent-ink">
      {children}
    </span>
  )
}

type UserCardProps = {
  user: UserSummary
  /** "Asked 3 days ago". */
  caption?: ReactNode
  medals?: ReactNode
}

/** For the author of a post. */
export function UserCard({ user, caption, medals }: UserCardProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 text-sm leading-[1.4]">
      <Avatar name={user.name} src={user.avatar} size="lg" />
      <div className="min-w-0">
        {caption && <div className="text-ink-3">{caption}</div>}
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Name user={user} className="text-md font-semibold break-words text-ink" />
          {user.role && <RoleLabel>{user.role}</RoleLabel>}
          <Reputation user={user} />
          {medals}
        </div>
      </div>
    </div>
  )
}

/** For the meta line of a list row. */
export function UserLine({ user }: { user: UserSummary }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm whitespace-nowrap text-ink-3">
      <Avatar name={user.name} src={user.avatar} size="xs" />
      <Name user={user} className="min-w-0 text-ink-2" short />
      <span className="row-reputation">
        <Reputation user={user} />
      </span>
    </span>
  )
}
