import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

type TextButtonProps = ComponentProps<'button'> & { icon?: ReactNode }

const TEXT_BUTTON =
  'inline-flex min-h-[max(1.875rem,var(--target))] min-w-[max(1.875rem,var(--target))] items-center justify-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap text-ink-2 transition-colors ' +
  'hover:bg-wash-2 hover:text-ink disabled:cursor-not-allowed disabled:bg-transparent disabled:text-ink-3 aria-pressed:text-accent-ink [&_svg]:text-md [&_svg]:text-ink-3 hover:[&_svg]:text-current aria-pressed:[&_svg]:fill-current aria-pressed:[&_svg]:text-current'

/** For actions under a post: share, edit, flag. */
export function TextButton({ icon, className, children, ...rest }: TextButtonProps) {
  return (
    <button type="button" className={classNames(TEXT_BUTTON, className)} {...rest}>
      {icon}
      {children}
    </button>
  )
}

export function TextButtonLink({
  icon,
  className,
  children,
  ...rest
}: LinkProps & { icon?: ReactNode }) {
  return (
    <Link className={classNames(TEXT_BUTTON, className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}

/** A button within a line of small text. */
export function InlineButton({ label, ...rest }: ComponentProps<'button'> & { label?: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className="hit me-2 rounded-sm text-ink-2 pointer-coarse:min-h-target pointer-coarse:min-w-target underline-offset-[0.2em] hover:text-accent-ink hover:underline"
    />
  )
}
