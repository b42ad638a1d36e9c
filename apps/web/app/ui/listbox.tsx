import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ListOption = {
  value: string
  label: ReactNode
  hint?: ReactNode
  end?: ReactNode
  isNew?: boolean
}

type ListboxProps = {
  id: string
  label: string
  options: ListOption[]
  active: number
  selected?: string[]
  optionId: (index: number) => string
  onActive: (index: number) => void
  onPick: (index: number) => void
  /** Shown below the options: loading, no results. */
  message?: ReactNode
}

/** The text input keeps the focus, so mousedown is prevented. */
export function Listbox(props: ListboxProps) {
  const { id, label, options, active, selected = [], optionId, onActive, onPick, message } = props
  return (
    <div
      className="absolute inset-x-0 top-full z-menu mt-1 max-h-72 animate-rise overflow-y-auto rounded-lg border border-line bg-raised p-1.25 text-md shadow-menu"
      onMouseDown={(event) => event.preventDefault()}
    >
      <ul id={id} role="listbox" aria-label={label}>
        {options.map((option, i) => (
          <li
            key={option.value}
            id={optionId(i)}
            role="option"
            aria-selected={selected.includes(option.value)}
            onPointerMove={() => i !== active && onActive(i)}
            onClick={() => onPick(i)}
            className={classNames(
              'flex min-h-[max(2.125rem,var(--target))] cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5',
              i === active && 'bg-wash-2',
            )}
          >
            <span className="min-w-0 truncate font-medium">{option.label}</span>
            {option.hint && (
              <span className="min-w-0 flex-1 truncate text-sm text-ink-3">{option.hint}</span>
            )}
            {option.end && <span className="numeral ms-auto text-sm text-ink-3">{option.end}</span>}
          </li>
        ))}
      </ul>
      {message && (
        <p role="status" className="px-2.5 py-2 text-sm text-ink-3">
          {message}
        </p>
      )}
    </div>
  )
}
