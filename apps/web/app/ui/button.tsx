import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

type ButtonStyle = {
  variant?: ButtonVariant
  size?: 'md' | 'sm' | 'lg'
  /** Full width. */
  block?: boolean
}

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md border text-center leading-[1.2] ' +
  'whitespace-nowrap transition-colors focus-visible:rounded-md disabled:cursor-not-allowed disabled:text-ink-3'

const VARIANT: Record<ButtonVariant, string> = {
  primary:
    'border-control bg-accent font-semibold text-on-accent enabled:hover:bg-accent-hover [a]:hover:bg-accent-hover disabled:border-transparent disabled:bg-wash-2',
  secondary:
    'border-line-strong bg-raised font-medium text-ink enabled:hover:border-line-control enabled:hover:bg-wash [a]:hover:border-line-control [a]:hover:bg-wash disabled:border-line disabled:bg-transparent',
  ghost:
    'border-transparent font-medium text-ink-2 enabled:hover:bg-wash-2 enabled:hover:text-ink [a]:hover:bg-wash-2 [a]:hover:text-ink',
  danger:
    'border-bad bg-bad font-semibold text-on-bad enabled:hover:bg-bad-hover [a]:hover:bg-bad-hover disabled:border-transparent disabled:bg-wash-2',
}

const SIZE = {
  sm: 'min-h-control-sm px-2.5 text-sm',
  md: 'min-h-control px-3.5 text-md',
  lg: 'min-h-11 px-4 text-base',
}

function buttonClasses(
  { variant = 'secondary', size = 'md', block = false }: ButtonStyle,
  className?: string,
) {
  return classNames(BASE, VARIANT[variant], SIZE[size], block && 'w-full', className)
}

type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Shows a spinner and ignores clicks; not `disabled`, which would lose the focus. */
    loading?: boolean
    icon?: ReactNode
  }

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    block,
    loading = false,
    icon,
    children,
    className,
    onClick,
    ...rest
  } = props
  return (
    <button
      type="button"
      className={buttonClasses(
        { variant, size, block },
        classNames('relative', loading && 'cursor-progress', className),
      )}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={classNames('inline-flex items-center gap-2', loading && 'text-transparent')}>
        {icon}
        {children}
      </span>
    </button>
  )
}

type ButtonLinkProps = LinkProps & ButtonStyle & { icon?: ReactNode }

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, block, icon, children, className, ...rest } = props
  return (
    <Link className={buttonClasses({ variant, size, block }, className)} {...rest}>
      {icon}
      {children}
    </Link>
  )
}
