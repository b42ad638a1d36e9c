import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './field.tsx'

type Option = { value: string; label: string; disabled?: boolean }

type SelectProps = ComponentProps<'select'> & { options: Option[] }

/** Native, because it works best on phones and without scripts. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <div className={classNames('relative', className)}>
      <select className="input select" {...useField()} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="icon pointer-events-none absolute inset-y-0 end-3 my-auto text-base text-ink-3"
        aria-hidden="true"
      />
    </div>
  )
}
