import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type BulkAction = {
  id: string
  label: string
  icon?: ReactNode
  onSelect: () => void
  danger?: boolean
}

type BulkBarProps = {
  /** "3 selected". */
  text: string
  label: string
  actions: BulkAction[]
  clearLabel: string
  onClear: () => void
}

const BUTTON =
  'inline-flex min-h-[max(2.125rem,var(--target))] items-center gap-1.75 rounded-md px-2 hover:bg-inverse-hover focus-visible:-outline-offset-2 focus-visible:outline-paper md:px-3'

/** Render it only while something is selected. */
export function BulkBar({ text, label, actions, clearLabel, onClear }: BulkBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      data-bottom-bar=""
      className="sticky bottom-2 z-bar mt-4 flex animate-rise flex-wrap items-center gap-1 rounded-lg bg-ink py-1.5 ps-4 pe-2 text-md text-paper shadow-bar md:bottom-4"
    >
      <b className="numeral me-2" role="status">
        {text}
      </b>
      <div className="flex flex-wrap gap-1 max-md:order-last max-md:-ms-2 max-md:w-full">
        {actions.map((action) => (
          <button
            key={action.id}
            type="button"
            onClick={action.onSelect}
            className={classNames(BUTTON, action.danger && 'text-bad-inverse')}
          >
            {action.icon}
            {action.label}
          </button>
        ))}
      </div>
      <button
        type="button"
        aria-label={clearLabel}
        title={clearLabel}
        onClick={onClear}
        className={classNames(
          BUTTON,
          'ms-auto min-w-[max(2.125rem,var(--target))] justify-center px-0!',
        )}
      >
        <X className="icon" aria-hidden="true" />
      </button>
    </div>
  )
}
