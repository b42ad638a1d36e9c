import type { UserBasic } from '@stoa/contract/features/users'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { PersonGrid, PersonTile } from './person-tile.tsx'

/** People whose name starts with what was looked for. */
export function FoundPeople({ text, people }: { text: string; people: UserBasic[] }) {
  const t = useTranslate()
  const { count, number } = useFormats()
  if (people.length === 0) {
    return (
      <EmptyState
        title={t('people.none_title', { text })}
        action={<ButtonLink href="/users">{t('people.all')}</ButtonLink>}
      >
        <p>{t('people.none_text')}</p>
      </EmptyState>
    )
  }
  const title = t('people.found', { text })
  return (
    <div className="mt-6">
      <Section title={title}>
        <PersonGrid label={title}>
          {people.map((person) => (
            <PersonTile
              key={person.id}
              person={person}
              count={{
                text: count(person.rank),
                title: number(person.rank),
                unit: t('people.reputation'),
              }}
            />
          ))}
        </PersonGrid>
      </Section>
    </div>
  )
}
