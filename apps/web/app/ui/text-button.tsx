import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

type TextButtonProps = ComponentProps<'button'> & {
  icon?: ReactNode
  /** For a button whose text says that it is on, such as "Following". */
  highlighted?: boolean
}

const TEXT_BUTTON =
  'inline-flex min-h-[max(1.875rem,var(--target))] min-w-[max(1.875rem,var(--target))] items-center justify-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap transition-colors ' +
  'hover:bg-wash-2 disabled:cursor-not-allowed disabled:bg-transparent disabled:text-ink-3 [&_svg]:text-md ' +
  'aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-ink-3'

const COLOR = {
  plain: 'text-ink-2 hover:text-ink [&_svg]:text-ink-3 hover:[&_svg]:text-current',
  highlighted: 'text-accent-ink [&_svg]:fill-current',
}

/** For actions under a post: share, edit, flag. */
export function TextButton(props: TextButtonProps) {
  const { icon, highlighted = false, className, children, ...rest } = props
  const color = highlighted ? COLOR.highlighted : COLOR.plain
  return (
    <button type="button" className={classNames(TEXT_BUTTON, color, className)} {...rest}>
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
    <Link className={classNames(TEXT_BUTTON, COLOR.plain, className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}

type InlineButtonProps = ComponentProps<'button'> & {
  label?: string
  /** Of a link, where no other text says that it can be pressed. */
  tone?: 'plain' | 'link'
}

/** A button within a line of small text. */
export function InlineButton({ label, tone = 'plain', ...rest }: InlineButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classNames(
        tone === 'link' ? 'text-accent-ink underline' : 'text-ink-2 hover:text-accent-ink',
        'hit me-2 rounded-sm pointer-coarse:min-h-target pointer-coarse:min-w-target underline-offset-[0.2em] hover:underline aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 aria-disabled:no-underline',
      )}
    />
  )
}
