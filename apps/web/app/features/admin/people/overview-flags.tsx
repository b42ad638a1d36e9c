import type { UserOverview } from '@stoa/contract/features/user-overview'
import type { MessageKey } from '@stoa/locales/messages'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'

export function OverviewFlags({ flags }: Pick<UserOverview, 'flags'>) {
  const t = useTranslate()
  const { number } = useFormats()
  const {
    open,
    upheld,
    declined,
    made,
    made_upheld: madeUpheld,
    made_declined: madeDeclined,
  } = flags
  const rows: [MessageKey, string][] = [
    ['people.flags_received', number(open + upheld + declined)],
    ...(upheld + declined === 0
      ? []
      : ([
          [
            'people.flags_upheld',
            t('people.of', { part: number(upheld), all: number(upheld + declined) }),
          ],
        ] as [MessageKey, string][])),
    ['people.flags_open', number(open)],
    ['people.flags_made', number(made)],
    ...(made === 0
      ? []
      : ([
          [
            'people.flags_made_upheld',
            t('people.of', { part: number(madeUpheld), all: number(madeUpheld + madeDeclined) }),
          ],
        ] as [MessageKey, string][])),
  ]
  return (
    <Section title={t('people.flags')}>
      <dl>
        {rows.map(([key, value]) => (
          <div
            key={key}
            className="flex justify-between gap-4 border-b border-line py-1.5 text-md last:border-b-0"
          >
            <dt className="text-ink-2">{t(key)}</dt>
            <dd className="numeral font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
