import { CircleAlert } from 'lucide-react'
import { createContext, useContext, useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type FieldAttributes = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<Partial<FieldAttributes> | null>(null)

/** The id and ARIA attributes from the surrounding `Field`; empty outside of one. */
export function useField(): Partial<FieldAttributes> {
  return useContext(FieldContext) ?? {}
}

type FieldAttributesProps = { attributes: Partial<FieldAttributes>; children: ReactNode }

/** For controls whose label and messages are laid out by the caller. */
export function FieldAttributesProvider({ attributes, children }: FieldAttributesProps) {
  return <FieldContext value={attributes}>{children}</FieldContext>
}

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** At the end of the label's line: a counter, a link. */
  aside?: ReactNode
  /** Label for screen readers only. */
  hideLabel?: boolean
  id?: string
  className?: string
  children: ReactNode
}

export function Field(props: FieldProps) {
  const { label, hint, error, required, aside, hideLabel, id, className, children } = props
  const generatedId = useId()
  const controlId = id ?? generatedId
  const describedBy = [hint && `${controlId}-hint`, error && `${controlId}-error`]
    .filter(Boolean)
    .join(' ')
  const attributes: FieldAttributes = {
    id: controlId,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] content-start gap-1', className)}>
      <div className={hideLabel ? 'sr-only' : 'flex items-end justify-between gap-4'}>
        <label htmlFor={controlId} className="text-md font-semibold">
          {label}
        </label>
        {aside && <span className="text-sm text-ink-3 pointer-coarse:has-[a]:pb-2.5">{aside}</span>}
      </div>
      <FieldContext value={attributes}>{children}</FieldContext>
      {hint && (
        <p id={`${controlId}-hint`} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
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
