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

/** For titles: a single line that grows. */
export function TitleArea(props: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={1}
      className="block field-sizing-content w-full pointer-coarse:min-h-target resize-none border-b border-line-control bg-transparent pt-1 pb-2 font-serif text-2xl leading-[1.25] font-semibold tracking-title outline-none placeholder:font-normal placeholder:text-ink-3 focus-visible:border-accent-ink focus-visible:shadow-[0_1px_0_var(--accent-ink)] aria-invalid:border-bad max-md:text-xl"
      {...useField()}
      {...props}
    />
  )
}
