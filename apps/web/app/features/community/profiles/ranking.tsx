import type { rankUsers } from '@stoa/contract/features/profiles'
import type { ResponseOf } from '@stoa/contract/endpoint'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { useRoleLabel } from './use-role.ts'
import { UserGrid, UserTile } from './user-tile.tsx'

/** Users with the most reputation, the most votes lately, and staff. Empty groups are left out. */
export function Ranking({ ranking }: { ranking: ResponseOf<typeof rankUsers> }) {
  const t = useTranslate()
  const { count, number } = useFormats()
  const toRoleLabel = useRoleLabel()
  const {
    users_with_the_most_reputation: mostReputation,
    users_with_the_most_vote: mostVotes,
    staffs: staff,
  } = ranking
  const toReputation = (rank: number) => ({
    text: count(rank),
    title: number(rank),
    unit: t('users.reputation'),
  })
  return (
    <div className="mt-6 grid gap-10">
      {mostReputation.length === 0 && mostVotes.length === 0 && (
        <p className="max-w-measure leading-body text-ink-2">{t('users.no_activity')}</p>
      )}
      <Group title={t('users.most_reputation')} size={mostReputation.length}>
        {mostReputation.map((user) => (
          <UserTile key={user.username} user={user} count={toReputation(user.rank)} />
        ))}
      </Group>
      <Group title={t('users.most_helpful')} size={mostVotes.length}>
        {mostVotes.map((user) => (
          <UserTile
            key={user.username}
            user={user}
            count={{
              text: count(user.vote_count),
              title: number(user.vote_count),
              unit: t('unit.votes', { count: user.vote_count }),
            }}
          />
        ))}
      </Group>
      <Group title={t('users.staff')} size={staff.length}>
        {staff.map((user) => (
          <UserTile key={user.username} user={user} role={toRoleLabel(user.role_id)} />
        ))}
      </Group>
    </div>
  )
}

function Group({ title, size, children }: { title: string; size: number; children: ReactNode }) {
  if (size === 0) return null
  return (
    <Section title={title}>
      <UserGrid label={title}>{children}</UserGrid>
    </Section>
  )
}
