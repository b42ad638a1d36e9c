import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type Figure = {
  label: string
  value: string
  /** With its sign: "+8 %". */
  change?: undefined | { text: string; tone: 'good' | 'bad' | 'plain' }
  chart?: ReactNode
}

const CHANGE = { good: 'font-medium text-ok', bad: 'font-medium text-bad', plain: 'text-ink-3' }

export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-y-4 md:flex md:flex-wrap">
      {figures.map((figure) => (
        <div
          key={figure.label}
          className="min-w-0 border-line px-4 odd:ps-0 even:border-s md:min-w-32 md:flex-1 md:border-s md:px-6 md:first:border-0 md:first:ps-0 md:odd:ps-6 md:first:odd:ps-0"
        >
          <dt className="text-sm text-ink-3">{figure.label}</dt>
          <dd className="numeral font-numeral text-4xl leading-[1.2] font-semibold tracking-head">
            {figure.value}
          </dd>
          {figure.change && (
            <dd className={classNames('numeral text-sm', CHANGE[figure.change.tone])}>
              {figure.change.text}
            </dd>
          )}
          {figure.chart && <dd className="mt-2">{figure.chart}</dd>}
        </div>
      ))}
    </dl>
  )
}
