import type { UserOverview } from '@stoa/contract/features/user-overview'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { accountPath } from './people-query.ts'

type Sums = UserOverview['votes_given']

export function OverviewVotes({ given, received }: { given: Sums; received: Sums }) {
  const t = useTranslate()
  return (
    <Section title={t('people.votes')} aside={t('people.votes_newest')}>
      <div className="grid gap-6 md:grid-cols-2">
        <VoteSums kind="given" sums={given} />
        <VoteSums kind="received" sums={received} />
      </div>
    </Section>
  )
}

function VoteSums({ kind, sums }: { kind: 'given' | 'received'; sums: Sums }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { up, down, users, most } = sums
  const total = up + down
  return (
    <div className="min-w-0">
      <h3 className="text-sm text-ink-3">{t(`people.votes_${kind}`)}</h3>
      <p className="numeral font-serif text-2xl leading-[1.25] font-semibold">{number(total)}</p>
      {total > 0 && (
        <>
          <svg
            viewBox="0 0 100 3"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="my-1 h-1.75 w-full"
          >
            <rect width="100" height="3" className="fill-line-strong" />
            <rect width={(100 * up) / total} height="3" className="fill-accent" />
          </svg>
          <p className="text-sm text-ink-3">
            {t(`people.votes_${kind}_text`, { up: number(up), down: number(down), users })}
          </p>
          <ul className="mt-1">
            {most.map(({ user_info: user, up: ups, down: downs }) => (
              <li key={user.id} className="flex justify-between gap-4 text-sm">
                <TextLink
                  href={accountPath(user.id)}
                  className="inline-flex min-h-target min-w-0 items-center"
                >
                  <bdi className="truncate">{user.display_name}</bdi>
                </TextLink>
                <span className="numeral text-ink-3">
                  {t('people.votes_up_down', { up: number(ups), down: number(downs) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
