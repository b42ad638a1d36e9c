import { CircleAlert } from 'lucide-react'
import { createContext, useContext, useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Wiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<Wiring | null>(null)

/** The attributes a control takes from the field around it; none when it stands alone. */
export function useField(): Partial<Wiring> {
  return useContext(FieldContext) ?? {}
}

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** Something at the end of the label's line: a counter, a link. */
  aside?: ReactNode
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  id?: string
  className?: string
  children: ReactNode
}

export function Field(props: FieldProps) {
  const { label, hint, error, required, aside, hideLabel, id, className, children } = props
  const generated = useId()
  const control = id ?? generated
  const describedBy = [hint && `${control}-hint`, error && `${control}-error`]
    .filter(Boolean)
    .join(' ')
  const wiring: Wiring = {
    id: control,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-1', className)}>
      <div className={hideLabel ? 'sr-only' : 'flex items-end justify-between gap-4'}>
        <label htmlFor={control} className="text-md font-semibold">
          {label}
        </label>
        {aside && <span className="text-sm text-ink-3 pointer-coarse:has-[a]:pb-2.5">{aside}</span>}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hint && (
        <p id={`${control}-hint`} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${control}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-bad">
      <CircleAlert className="icon mt-[0.2em] text-md" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
