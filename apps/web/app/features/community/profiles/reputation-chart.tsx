import type { UserStatistics } from '@stoa/contract/features/profiles'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { ChartAxis } from './chart-axis.tsx'
import { toRange } from './chart-scale.ts'

type Month = UserStatistics['months'][number]

export function ReputationChart({ months }: { months: Month[] }) {
  const t = useTranslate()
  const { number, count, utcMonth } = useFormats()
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined || months.length < 2) return null
  const range = toRange(months.map(({ rank }) => rank))
  const toY = (rank: number) =>
    Math.round((1 - (rank - range[0]) / (range[2] - range[0])) * 10_000) / 100
  const toX = (index: number) => Math.round((index / (months.length - 1)) * 10_000) / 100
  const line = months.map(({ rank }, i) => `${toX(i)} ${toY(rank)}`).join('L')
  const middle = Math.floor(months.length / 2)
  return (
    <Section title={t('user_page.reputation')} aside={t('user_page.twelve_months')}>
      <ChartAxis
        label={t('user_page.reputation_summary', {
          from: number(first.rank),
          to: number(last.rank),
        })}
        ticks={range.toReversed().map(count)}
      >
        <svg className="h-36 w-full overflow-visible" aria-hidden="true">
          {/* Stretched to the width of the column, but not its stroke. */}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <path d={`M${line}L100 100L0 100Z`} className="fill-accent-tint" opacity="0.7" />
            <path
              d={`M${line}`}
              fill="none"
              strokeWidth="2"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-accent-ink"
            />
          </svg>
          <circle cx="100%" cy={`${toY(last.rank)}%`} r="4" className="fill-accent-ink" />
        </svg>
        <svg className="h-6 w-full overflow-visible" aria-hidden="true">
          {months.map(({ month }, i) =>
            i === 0 || i === middle || i === months.length - 1 ? (
              <text
                key={month}
                x={`${toX(i)}%`}
                y="1.125rem"
                textAnchor={i === 0 ? 'start' : i === middle ? 'middle' : 'end'}
                className="fill-ink-3"
              >
                {utcMonth(month)}
              </text>
            ) : null,
          )}
        </svg>
      </ChartAxis>
    </Section>
  )
}
