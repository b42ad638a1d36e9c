import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { classNames } from './class-names.ts'
import { Count } from './count.tsx'
import { Link } from './link.tsx'

export type Person = {
  name: string
  /** Absent for people who left: the name is then plain text. */
  href?: string
  avatar?: string | null
  /** Formatted reputation. */
  reputation?: string
  reputationTitle?: string
  /** "Admin", "Moderator", "Suspended". */
  role?: string
}

type NameProps = { person: Person; className: string; short?: boolean }

function Name({ person, className, short = false }: NameProps) {
  // The name is cut, not the link: its hit area reaches beyond the line.
  const name = <bdi className={short ? 'block max-w-48 truncate' : undefined}>{person.name}</bdi>
  if (!person.href) return <span className={className}>{name}</span>
  return (
    <Link href={person.href} className={classNames(className, 'hit hover:text-accent-ink')}>
      {name}
    </Link>
  )
}

function Reputation({ person }: { person: Person }) {
  if (!person.reputation) return null
  return (
    <Count
      text={person.reputation}
      title={person.reputationTitle}
      className="font-medium text-ink-2"
    />
  )
}

export function RoleMark({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-sm bg-accent-tint px-1.5 text-xs leading-5.5 font-medium whitespace-nowrap text-accent-ink">
      {children}
    </span>
  )
}

type UserCardProps = {
  person: Person
  /** What they did and when: "Asked 3 days ago". */
  what?: ReactNode
  medals?: ReactNode
}

/** The person under a post. */
export function UserCard({ person, what, medals }: UserCardProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 text-sm leading-[1.4]">
      <Avatar name={person.name} src={person.avatar} size="lg" />
      <div className="min-w-0">
        {what && <div className="text-ink-3">{what}</div>}
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Name person={person} className="text-md font-semibold break-words text-ink" />
          {person.role && <RoleMark>{person.role}</RoleMark>}
          <Reputation person={person} />
          {medals}
        </div>
      </div>
    </div>
  )
}

/** The person on the meta line of a list row. */
export function UserLine({ person }: { person: Person }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm whitespace-nowrap text-ink-3">
      <Avatar name={person.name} src={person.avatar} size="xs" />
      <Name person={person} className="min-w-0 text-ink-2" short />
      <Reputation person={person} />
    </span>
  )
}
