import type { Cohort, CohortUnit, FiguresOfPeriod } from '@stoa/contract/features/dashboard'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { HeatTable } from '../../../ui/chart/heat-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** The share of fewer people says nothing. */
const minPeople = 5

/** Of the people who posted for the first time in a week or month, who posted again later. */
export function RetentionBlock({ cohorts }: Pick<FiguresOfPeriod, 'cohorts'>) {
  const t = useTranslate()
  if (cohorts === null) return null
  const { unit, list } = cohorts
  const isEmpty = list.every(({ people }) => people < minPeople)
  return (
    <Section
      title={t('figure.retention')}
      aside={
        <TextLink
          href="/admin/users?order=joined"
          className="inline-flex min-h-target items-center"
        >
          {t('figure.see_new_users')}
        </TextLink>
      }
    >
      <p className="mb-3 max-w-measure text-sm text-ink-3">
        {t(isEmpty ? 'figure.retention_none' : `figure.retention_text.${unit}`, {
          minimum: minPeople,
        })}
      </p>
      {!isEmpty && <CohortTable unit={unit} cohorts={list} />}
    </Section>
  )
}

function CohortTable({ unit, cohorts }: { unit: CohortUnit; cohorts: Cohort[] }) {
  const t = useTranslate()
  const { number, dateWith } = useFormats()
  const nameOf = (from: number) =>
    dateWith(
      from,
      unit === 'week' ? { month: 'short', day: 'numeric' } : { month: 'short', year: 'numeric' },
    )
  const toCell = (people: number, returned: number) => {
    if (people < minPeople) return { share: null, text: '–' }
    const share = returned / people
    return { share, text: t('figure.percent', { value: number(Math.round(share * 100)) }) }
  }
  return (
    <HeatTable
      caption={t('figure.retention')}
      head={t(`figure.cohort.${unit}`)}
      noteHead={t('figure.cohort_people')}
      columns={cohorts.slice(1).map((_, index) => ({
        short: `+${number(index + 1)}`,
        label: t(`figure.cohort_later.${unit}`, { count: index + 1 }),
      }))}
      rows={cohorts.map(({ from, people, returned }) => ({
        id: String(from),
        name: nameOf(from),
        note: number(people),
        cells: returned.map((count) => toCell(people, count)),
      }))}
    />
  )
}
