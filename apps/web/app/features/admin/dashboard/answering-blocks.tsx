import type { FiguresOfPeriod } from '@stoa/contract/features/dashboard'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { FigureBlock } from './figure-block.tsx'
import { toWaitText } from './wait-text.ts'

type BlockProps = { figures: FiguresOfPeriod }

/** Below this, percentages and medians say nothing. */
export const minQuestions = 5

export const shareOf = ({
  answered_in_a_day: part,
  questions_due: all,
}: FiguresOfPeriod['current']) => (all === 0 ? 0 : part / all)

/** Names a part of the period by its first day. */
export function useDayText() {
  const { dateWith } = useFormats()
  return ({ from }: { from: number }) => dateWith(from, { month: 'short', day: 'numeric' })
}

export function FirstAnswerBlock({ figures }: BlockProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const toDay = useDayText()
  const { current, previous } = figures
  const parts = figures.parts.filter((part) => part.first_answer_median !== null)
  const toText = (seconds: number | null) =>
    seconds === null ? t('figure.unknown') : toWaitText(seconds, t)
  const toHours = (seconds: number | null) => Math.round((seconds ?? 0) / 360) / 10
  return (
    <FigureBlock
      title={t('figure.first_answer')}
      figures={[
        { value: toText(current.first_answer_median), note: t('figure.median') },
        { value: toText(current.first_answer_p90), note: t('figure.slowest') },
      ]}
      action={{ href: '/questions?order=unanswered', label: t('figure.see_unanswered') }}
      before={
        previous.first_answer_median === null
          ? undefined
          : t('figure.was', { value: toText(previous.first_answer_median) })
      }
    >
      <LineChart
        label={t('figure.first_answer_chart')}
        categoryLabel={t('figure.from_day')}
        categories={parts.map(toDay)}
        series={[
          {
            name: t('figure.median_hours'),
            values: parts.map((part) => toHours(part.first_answer_median)),
          },
        ]}
        formatNumber={number}
      />
    </FigureBlock>
  )
}

export function AnsweredInADayBlock({ figures }: BlockProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const toDay = useDayText()
  const { current, previous, parts } = figures
  const toPercent = (share: number) =>
    t('figure.percent', { value: number(Math.round(share * 100)) })
  // Questions of the last day have had less than a day.
  const due = parts.filter((part) => part.questions_due > 0)
  return (
    <FigureBlock
      title={t('figure.answered_in_a_day')}
      figures={[
        {
          value: toPercent(shareOf(current)),
          note: t('figure.of_questions', {
            answered: number(current.answered_in_a_day),
            count: current.questions_due,
          }),
        },
      ]}
      before={
        previous.questions_due < minQuestions
          ? undefined
          : t('figure.was', { value: toPercent(shareOf(previous)) })
      }
    >
      <LineChart
        label={t('figure.answered_in_a_day_chart')}
        categoryLabel={t('figure.from_day')}
        categories={due.map(toDay)}
        series={[
          {
            name: t('figure.answered_in_a_day_percent'),
            values: due.map((part) => Math.round(shareOf(part) * 100)),
          },
        ]}
        formatNumber={number}
      />
    </FigureBlock>
  )
}

export function AcceptanceBlock({ figures }: BlockProps) {
  const t = useTranslate()
  const { current, previous } = figures
  const toText = (seconds: number | null) =>
    seconds === null ? t('figure.unknown') : toWaitText(seconds, t)
  return (
    <FigureBlock
      title={t('figure.acceptance')}
      figures={[
        { value: toText(current.acceptance_median), note: t('figure.median') },
        { value: toText(current.acceptance_p90), note: t('figure.slowest') },
      ]}
      before={
        previous.acceptance_median === null
          ? undefined
          : t('figure.was', { value: toText(previous.acceptance_median) })
      }
    />
  )
}
