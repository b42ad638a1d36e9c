import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field.tsx'

type Option = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }

type RadioGroupProps = {
  legend: string
  name: string
  options: Option[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  error?: ReactNode
  hideLegend?: boolean
}

export function RadioGroup(props: RadioGroupProps) {
  const { legend, name, options, value, defaultValue, onChange, error, hideLegend } = props
  return (
    <fieldset className="grid gap-1" aria-invalid={error ? true : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'mb-1 text-md font-semibold'}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-[max(1.75rem,var(--target))] cursor-pointer items-start gap-2 py-1 text-md has-disabled:cursor-not-allowed pointer-coarse:py-2.5"
        >
          <Radio
            className="mt-[0.1em]"
            name={name}
            value={option.value}
            disabled={option.disabled}
            checked={value === undefined ? undefined : value === option.value}
            defaultChecked={defaultValue === undefined ? undefined : defaultValue === option.value}
            onChange={(event) => onChange?.(event.currentTarget.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className="block text-sm text-ink-3">{option.hint}</span>}
          </span>
        </label>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

/** Without a label, for custom layouts. */
export function Radio({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="radio" className={classNames('check check-round', className)} {...rest} />
}
