import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { Count } from './count.tsx'
import { RoleLabel, type UserSummary } from './user-card.tsx'

type UserPreviewProps = {
  user: UserSummary
  /** "Member since March 2021". */
  since?: string
  bio?: string
  reputationLabel: string
  medals?: ReactNode
}

/** Content of a user's hover card. */
export function UserPreview({ user, since, bio, reputationLabel, medals }: UserPreviewProps) {
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-3">
        <Avatar name={user.name} src={user.avatar} size="lg" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 text-md font-semibold">
            <bdi className="truncate">{user.name}</bdi>
            {user.role && <RoleLabel>{user.role}</RoleLabel>}
          </p>
          {since && <p className="text-ink-3">{since}</p>}
        </div>
      </div>
      {bio && <p className="line-clamp-3 leading-body text-ink-2">{bio}</p>}
      <p className="flex items-center gap-4 border-t border-line pt-2.5 text-ink-3">
        {user.reputation && (
          <span>
            <Count text={user.reputation} className="font-semibold text-ink" /> {reputationLabel}
          </span>
        )}
        {medals}
      </p>
    </div>
  )
}
