import { type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import type { ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Radio } from '../../../ui/radio-group.tsx'

type ReasonChoiceProps = {
  legend: string
  reasons: readonly ReasonNumber[]
  value: ReasonNumber | null
  onChange: (reason: ReasonNumber) => void
  /** What the chosen reason asks for, below it. */
  children?: ReactNode
}

export function ReasonChoice({ legend, reasons, value, onChange, children }: ReasonChoiceProps) {
  const t = useTranslate()
  return (
    <fieldset className="-mx-6">
      <legend className="sr-only">{legend}</legend>
      {reasons.map((reason) => {
        const { name } = reasonCatalog[reason]
        const isChosen = reason === value
        return (
          <div
            key={reason}
            className={classNames(
              'mx-6 border-b border-line last:border-0',
              isChosen &&
                'relative before:absolute before:inset-y-0 before:-inset-s-6 before:w-0.5 before:bg-accent',
            )}
          >
            <label
              htmlFor={`reason-${reason}`}
              className="flex min-h-target cursor-pointer items-start gap-3 py-2.5"
            >
              <Radio
                id={`reason-${reason}`}
                className="mt-[0.1em]"
                name="reason"
                value={reason}
                checked={isChosen}
                onChange={() => onChange(reason)}
              />
              <span className="text-md">
                <b className="block font-semibold">{t(`reason.${name}`)}</b>
                <span className="block text-sm text-ink-3">{t(`reason.${name}_text`)}</span>
              </span>
            </label>
            {isChosen && children && <div className="ps-8 pb-3.5">{children}</div>}
          </div>
        )
      })}
    </fieldset>
  )
}
