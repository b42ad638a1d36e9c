import { Check } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Progress } from '../../../ui/progress.tsx'
import type { StepAt } from './privilege-steps.ts'

type PrivilegeListProps = {
  steps: readonly StepAt[]
  /** Null for visitors; staff may do everything. */
  reputation: number | null
}

export function PrivilegeList({ steps, reputation }: PrivilegeListProps) {
  return (
    <ol className="border-t border-line-strong">
      {steps.map((one) => (
        <PrivilegeRow
          key={one.step}
          one={one}
          state={reputation === null ? null : stateOf(one, steps, reputation)}
          reputation={reputation ?? 0}
        />
      ))}
    </ol>
  )
}

/** All steps with the lowest reputation that the user lacks are next. */
function stateOf(one: StepAt, steps: readonly StepAt[], reputation: number) {
  if (one.reputation <= reputation) return 'can'
  const next = steps.find((step) => step.reputation > reputation)
  return one.reputation === next?.reputation ? 'next' : 'later'
}

type PrivilegeRowProps = { one: StepAt; state: 'can' | 'next' | 'later' | null; reputation: number }

function PrivilegeRow({ one, state, reputation }: PrivilegeRowProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const isNext = state === 'next'
  return (
    <li
      className={classNames(
        'grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-3',
        state === 'later' && 'text-ink-3',
      )}
    >
      <span
        className={classNames(
          'font-serif text-lg font-semibold tabular-nums',
          isNext && 'text-accent-ink',
        )}
      >
        {number(one.reputation)}
      </span>
      <div className="min-w-0">
        <b className="block font-semibold">{t(`privileges.${one.step}`)}</b>
        <span className="block text-sm text-ink-3">
          {isNext
            ? t('privileges.to_go', { count: number(one.reputation - reputation) })
            : t(`privileges.${one.step}_text`)}
        </span>
        {isNext && (
          <Progress
            label={t('privileges.progress')}
            value={reputation / one.reputation}
            className="mt-1.5"
          />
        )}
      </div>
      <span
        className={classNames(
          'inline-flex items-center gap-1.5 text-sm',
          state === 'can' && 'font-medium text-ok',
          isNext && 'font-medium text-accent-ink',
        )}
      >
        {state === 'can' && <Check className="icon" aria-hidden="true" />}
        {state !== null && t(`privileges.state_${state}`)}
      </span>
    </li>
  )
}
