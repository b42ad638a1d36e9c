import { figuresLimit, type Figures } from '@stoa/contract/features/questions'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'

/** How much a visitor finds here: questions, answers, and how soon there is an answer. */
export function SiteFigures({ figures }: { figures: Figures }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { questions, answers, first_answer_seconds: seconds } = figures
  const count = (value: number) => (
    <b key="count" className="font-semibold text-ink">
      {number(value) + (questions >= figuresLimit ? '+' : '')}
    </b>
  )
  return (
    <ul className="flex flex-wrap gap-x-8 gap-y-1 text-md text-ink-3">
      <li>
        {t.rich<ReactNode>('figures.questions', { count: questions, number: count(questions) })}
      </li>
      {answers > 0 && (
        <li>{t.rich<ReactNode>('figures.answers', { count: answers, number: count(answers) })}</li>
      )}
      {seconds !== null && (
        <li>
          <FirstAnswer seconds={seconds} />
        </li>
      )}
    </ul>
  )
}

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

function FirstAnswer({ seconds }: { seconds: number }) {
  const t = useTranslate()
  const { unit, seconds: size } = units.find((one) => seconds >= one.seconds) ?? units[2]
  const duration = new Intl.NumberFormat(t.tag, { style: 'unit', unit, unitDisplay: 'short' })
  return t.rich<ReactNode>('figures.first_answer', {
    time: (
      <b key="time" className="font-semibold text-ink">
        {duration.format(Math.max(1, Math.round(seconds / size)))}
      </b>
    ),
  })
}
