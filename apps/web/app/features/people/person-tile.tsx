import type { RankedPerson } from '@stoa/contract/features/people'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Count } from '../../ui/count.tsx'
import { Link } from '../../ui/link.tsx'
import { RoleMark } from '../../ui/user-card.tsx'
import { personPath } from '../users/use-person.ts'

type PersonTileProps = {
  person: Pick<RankedPerson, 'username' | 'display_name' | 'avatar'>
  role?: string | undefined
  /** A number with what it counts, both as shown. */
  count?: { text: string; title: string; unit: string }
}

/** A person in a grid of people. */
export function PersonTile({ person, role, count }: PersonTileProps) {
  return (
    <li className="relative flex min-w-0 items-center gap-3 border-b border-line py-3">
      <Avatar name={person.display_name} src={person.avatar} size="lg" />
      <div className="min-w-0 leading-[1.4]">
        <Link
          href={personPath(person.username)}
          className="block truncate text-md font-semibold after:absolute after:inset-0 hover:text-accent-ink"
        >
          <bdi>{person.display_name}</bdi>
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
          {count && (
            <span>
              <Count text={count.text} title={count.title} className="font-medium text-ink-2" />{' '}
              {count.unit}
            </span>
          )}
          {role && <RoleMark>{role}</RoleMark>}
        </p>
      </div>
    </li>
  )
}

/** People side by side, as many as fit. */
export function PersonGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-8"
    >
      {children}
    </ol>
  )
}
