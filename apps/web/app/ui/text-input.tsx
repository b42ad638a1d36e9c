import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './field.tsx'

type TextInputProps = ComponentProps<'input'> & {
  /** Inside the end of the input: a "show password" button. */
  end?: ReactNode
}

export function TextInput({ end, className, ...rest }: TextInputProps) {
  const field = useField()
  const input = (
    <input
      type="text"
      className={classNames('input', end ? 'pe-11' : null, className)}
      {...field}
      {...rest}
    />
  )
  if (!end) return input
  return (
    <div className="relative">
      {input}
      <div className="absolute inset-y-0 end-0.5 flex items-center">{end}</div>
    </div>
  )
}
