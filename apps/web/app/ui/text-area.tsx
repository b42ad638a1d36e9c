import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useField } from './field.tsx'

type TextAreaProps = ComponentProps<'textarea'> & { mono?: boolean }

export function TextArea({ mono = false, className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={rows}
      className={classNames(
        'input block field-sizing-content min-h-24',
        mono && 'font-mono text-md leading-prose',
        className,
      )}
      {...useField()}
      {...rest}
    />
  )
}
