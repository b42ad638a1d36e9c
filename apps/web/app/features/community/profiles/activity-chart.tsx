import type { UserStatistics } from '@stoa/contract/features/profiles'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Section } from '../../../ui/section.tsx'
import { ChartAxis } from './chart-axis.tsx'
import { toCountMax } from './chart-scale.ts'

type Week = UserStatistics['weeks'][number]

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const toPercent = (value: number) => `${Math.round(value * 100) / 100}%`

/** Rendered on the server: widths are percentages, so that text keeps its size on every screen. */
export function ActivityChart({ weeks }: { weeks: Week[] }) {
  const t = useTranslate()
  const { number, utcDate, utcMonth } = useFormats()
  const max = toCountMax(Math.max(...weeks.map((week) => week.answer_count + week.question_count)))
  const band = 100 / weeks.length
  const summary = t('user_page.activity_summary', {
    answers: sum(weeks.map((week) => week.answer_count)),
    questions: sum(weeks.map((week) => week.question_count)),
  })
  return (
    <Section title={t('user_page.activity')} aside={<Legend />}>
      <ChartAxis label={summary} ticks={[max, max / 2, 0].map(number)}>
        <svg className="h-36 w-full overflow-visible" aria-hidden="true">
          {weeks.map((week, i) => {
            const answers = (week.answer_count / max) * 100
            const questions = (week.question_count / max) * 100
            const bar = { x: toPercent((i + 0.25) * band), width: toPercent(band / 2) }
            return (
              <g key={week.week}>
                <title>
                  {t('user_page.activity_week', {
                    date: utcDate(week.week),
                    answers: week.answer_count,
                    questions: week.question_count,
                  })}
                </title>
                <rect
                  x={toPercent(i * band)}
                  width={toPercent(band)}
                  height="100%"
                  fill="transparent"
                />
                <rect
                  {...bar}
                  y={toPercent(100 - answers)}
                  height={toPercent(answers)}
                  className="fill-accent-ink"
                />
                <rect
                  {...bar}
                  y={toPercent(100 - answers - questions)}
                  height={toPercent(questions)}
                  className="fill-chart-b"
                />
              </g>
            )
          })}
        </svg>
        <svg className="h-6 w-full overflow-visible" aria-hidden="true">
          {weeks.map((week, i) =>
            isFirstOfMonth(week) ? (
              <text
                key={week.week}
                x={toPercent((i + 0.5) * band)}
                y="1.125rem"
                textAnchor={i > weeks.length - 3 ? 'end' : 'middle'}
                className={classNames('fill-ink-3', isOddMonth(week) && 'max-md:hidden')}
              >
                {utcMonth(week.week)}
              </text>
            ) : null,
          )}
        </svg>
      </ChartAxis>
    </Section>
  )
}

function Legend() {
  const t = useTranslate()
  return (
    <span className="flex gap-4 text-ink-2">
      {(['answers', 'questions'] as const).map((kind) => (
        <span key={kind} className="inline-flex items-center gap-1.5">
          <span
            className={classNames(
              'size-2.5 rounded-[1px]',
              kind === 'answers' ? 'bg-accent-ink' : 'bg-chart-b',
            )}
          />
          {t(`user_page.${kind}`)}
        </span>
      ))}
    </span>
  )
}

const dateOf = ({ week }: Week) => new Date(week * 1000)
const isFirstOfMonth = (week: Week) => dateOf(week).getUTCDate() <= 7
const isOddMonth = (week: Week) => dateOf(week).getUTCMonth() % 2 === 1
