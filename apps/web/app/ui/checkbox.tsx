import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label: ReactNode
  hint?: ReactNode
  /** Label for screen readers only. */
  hideLabel?: boolean
  indeterminate?: boolean
}

export function Checkbox(props: CheckboxProps) {
  const { label, hint, hideLabel = false, indeterminate = false, className, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate, rest.checked])
  return (
    <label
      className={classNames(
        'inline-flex cursor-pointer items-start gap-2 text-md',
        hideLabel && 'size-[max(var(--target),2rem)] items-center justify-center align-middle',
        !hideLabel && 'min-h-[max(1.75rem,var(--target))] py-1 pointer-coarse:py-2.5',
        className,
      )}
    >
      <input
        ref={input}
        type="checkbox"
        className={classNames('check', !hideLabel && 'mt-[0.1em]')}
        {...rest}
      />
      <span className={hideLabel ? 'sr-only' : 'text-ink-2'}>
        {label}
        {hint && <span className="block text-sm text-ink-3">{hint}</span>}
      </span>
    </label>
  )
}
