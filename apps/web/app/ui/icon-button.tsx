import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

type IconButtonStyle = { label: string; icon: ReactNode; size?: 'md' | 'sm' }

const BASE =
  'hit inline-grid place-items-center rounded-md text-ink-2 transition-colors ' +
  'hover:bg-wash-2 hover:text-ink focus-visible:rounded-md ' +
  'disabled:cursor-not-allowed disabled:bg-transparent disabled:text-line-control ' +
  'aria-pressed:text-accent-ink aria-pressed:[&_svg]:fill-current'

const SIZE = { md: 'size-control text-lg', sm: 'size-7 text-md' }

export function IconButton(props: IconButtonStyle & ComponentProps<'button'>) {
  const { label, icon, size = 'md', className, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(BASE, SIZE[size], className)}
      {...rest}
    >
      {icon}
    </button>
  )
}

export function IconButtonLink(props: IconButtonStyle & LinkProps) {
  const { label, icon, size = 'md', className, ...rest } = props
  return (
    <Link
      aria-label={label}
      title={label}
      className={classNames(BASE, SIZE[size], className)}
      {...rest}
    >
      {icon}
    </Link>
  )
}
