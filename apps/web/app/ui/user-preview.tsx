import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { Count } from './count.tsx'
import { RoleMark, type Person } from './user-card.tsx'

type UserPreviewProps = {
  person: Person
  /** "Here since March 2021". */
  since?: string
  bio?: string
  reputationLabel: string
  medals?: ReactNode
}

/** What a hover card says about a person. */
export function UserPreview({ person, since, bio, reputationLabel, medals }: UserPreviewProps) {
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-3">
        <Avatar name={person.name} src={person.avatar} size="lg" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 text-md font-semibold">
            <bdi className="truncate">{person.name}</bdi>
            {person.role && <RoleMark>{person.role}</RoleMark>}
          </p>
          {since && <p className="text-ink-3">{since}</p>}
        </div>
      </div>
      {bio && <p className="line-clamp-3 leading-body text-ink-2">{bio}</p>}
      <p className="flex items-center gap-4 border-t border-line pt-2.5 text-ink-3">
        {person.reputation && (
          <span>
            <Count text={person.reputation} className="font-semibold text-ink" /> {reputationLabel}
          </span>
        )}
        {medals}
      </p>
    </div>
  )
}
