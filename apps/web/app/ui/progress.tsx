import { Check } from 'lucide-react'
import { classNames } from './class-names.ts'

type ProgressProps = {
  label: string
  /** 0 to 1; undefined is indeterminate. */
  value?: number
  tone?: 'accent' | 'bad'
  className?: string
}

export function Progress({ label, value, tone = 'accent', className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      className={classNames('progress', tone === 'bad' && 'progress-bad', className)}
      max={1}
      value={value}
    />
  )
}

type Step = {
  label: string
  state: 'done' | 'current' | 'next'
  /** For screen readers: "done". */
  stateLabel?: string
}

/** Progress of a wizard. */
export function Steps({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol aria-label={label} className="flex flex-wrap gap-x-6 gap-y-2">
      {steps.map((step, i) => (
        <li
          key={step.label}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className={classNames(
            'flex min-w-24 flex-1 items-center gap-2 border-t-2 pt-2 text-sm',
            step.state === 'current' && 'border-accent-ink font-semibold text-ink',
            step.state === 'done' && 'border-ink text-ink-2',
            step.state === 'next' && 'border-line-strong text-ink-3',
          )}
        >
          <span className="font-numeral text-base font-semibold" aria-hidden="true">
            {step.state === 'done' ? <Check className="icon stroke-[2.5] text-ok" /> : i + 1}
          </span>
          {step.label}
          {step.stateLabel && <span className="sr-only">({step.stateLabel})</span>}
        </li>
      ))}
    </ol>
  )
}
