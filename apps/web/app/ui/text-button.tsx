import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type TextButtonProps = ComponentProps<'button'> & { icon?: ReactNode }

/** The quiet action under a post: share, edit, flag, add a comment. */
export function TextButton({ icon, className, children, ...rest }: TextButtonProps) {
  return (
    <button
      type="button"
      className={classNames(
        'inline-flex min-h-[max(1.875rem,var(--target))] min-w-[max(1.875rem,var(--target))] items-center justify-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap text-ink-2 transition-colors',
        'hover:bg-wash-2 hover:text-ink disabled:cursor-not-allowed disabled:bg-transparent disabled:text-ink-3 aria-pressed:text-accent-ink [&_svg]:text-md [&_svg]:text-ink-3 hover:[&_svg]:text-current aria-pressed:[&_svg]:fill-current aria-pressed:[&_svg]:text-current',
        className,
      )}
      {...rest}
    >
      {icon}
      {children}
    </button>
  )
}
