import type { FiguresOfPeriod } from '@stoa/contract/features/dashboard'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { useDayText } from './answering-blocks.tsx'
import { FigureBlock } from './figure-block.tsx'

export function PeopleBlock({ figures }: { figures: FiguresOfPeriod }) {
  const t = useTranslate()
  const { number } = useFormats()
  const toDay = useDayText()
  const { current, previous, parts } = figures
  const total = ({ new_people: fresh, returning_people: returning }: FiguresOfPeriod['current']) =>
    fresh + returning
  return (
    <FigureBlock
      title={t('figure.people')}
      figures={[
        { value: number(total(current)), note: t('figure.people_note') },
        { value: number(current.new_people), note: t('figure.new_people_note') },
      ]}
      before={t('figure.was', { value: number(total(previous)) })}
    >
      <BarChart
        label={t('figure.people_chart')}
        categoryLabel={t('figure.from_day')}
        categories={parts.map(toDay)}
        series={[
          { name: t('figure.returning'), values: parts.map((part) => part.returning_people) },
          { name: t('figure.new'), values: parts.map((part) => part.new_people) },
        ]}
        formatNumber={number}
      />
    </FigureBlock>
  )
}
