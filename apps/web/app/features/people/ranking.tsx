import type { rankPeople } from '@stoa/contract/features/people'
import type { ReplyOf } from '@stoa/contract/endpoint'
import type { ReactNode } from 'react'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Section } from '../../ui/section.tsx'
import { PersonGrid, PersonTile } from './person-tile.tsx'
import { useRole } from './use-role.ts'

/** The best known, those who helped most lately, and staff. A group without people is left out. */
export function Ranking({ ranking }: { ranking: ReplyOf<typeof rankPeople> }) {
  const t = useTranslate()
  const { count, number } = useFormats()
  const role = useRole()
  const {
    users_with_the_most_reputation: best,
    users_with_the_most_vote: helpful,
    staffs: staff,
  } = ranking
  const reputation = (rank: number) => ({
    text: count(rank),
    title: number(rank),
    unit: t('people.reputation'),
  })
  return (
    <div className="mt-6 grid gap-10">
      {best.length === 0 && helpful.length === 0 && (
        <p className="max-w-measure leading-body text-ink-2">{t('people.quiet')}</p>
      )}
      <Group title={t('people.most_reputation')} size={best.length}>
        {best.map((person) => (
          <PersonTile key={person.username} person={person} count={reputation(person.rank)} />
        ))}
      </Group>
      <Group title={t('people.most_helpful')} size={helpful.length}>
        {helpful.map((person) => (
          <PersonTile
            key={person.username}
            person={person}
            count={{
              text: count(person.vote_count),
              title: number(person.vote_count),
              unit: t('unit.votes', { count: person.vote_count }),
            }}
          />
        ))}
      </Group>
      <Group title={t('people.staff')} size={staff.length}>
        {staff.map((person) => (
          <PersonTile key={person.username} person={person} role={role(person.role_id)} />
        ))}
      </Group>
    </div>
  )
}

function Group({ title, size, children }: { title: string; size: number; children: ReactNode }) {
  if (size === 0) return null
  return (
    <Section title={title}>
      <PersonGrid label={title}>{children}</PersonGrid>
    </Section>
  )
}
