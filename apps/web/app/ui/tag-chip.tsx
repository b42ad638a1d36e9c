import { Lock, Star } from 'lucide-react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

type TagChipProps = {
  name: string
  href: string
  /** `plain` is text without a box, for list rows. */
  variant?: 'chip' | 'plain' | 'large'
  followed?: boolean
  /** Shown as an icon; the label is for screen readers. */
  kind?: { type: 'recommended' | 'reserved'; label: string }
  count?: string
}

const VARIANT = {
  chip: 'min-h-6 rounded-sm px-2 text-xs font-medium',
  large: 'min-h-7 rounded-sm px-2.5 text-sm font-medium',
  plain: 'min-h-6 text-sm hover:underline underline-offset-[0.2em]',
}

function colorClasses(variant: 'chip' | 'plain' | 'large', followed: boolean): string {
  if (variant === 'plain') return followed ? 'font-medium text-accent-ink' : 'text-ink-2'
  return followed ? 'bg-accent-tint text-accent-ink' : 'bg-wash text-ink-2 hover:bg-accent-tint'
}

function KindIcon({ kind }: { kind: NonNullable<TagChipProps['kind']> }) {
  const Icon = kind.type === 'reserved' ? Lock : Star
  return (
    <>
      <Icon className="icon text-xs" aria-hidden="true" />
      <span className="sr-only">{kind.label}: </span>
    </>
  )
}

export function TagChip(props: TagChipProps) {
  const { name, href, variant = 'chip', followed = false, kind, count } = props
  return (
    <Link
      href={href}
      data-card="tag"
      className={classNames(
        'hit inline-flex max-w-full items-center gap-1 leading-[1.2] whitespace-nowrap transition-colors hover:text-accent-ink',
        VARIANT[variant],
        colorClasses(variant, followed),
      )}
    >
      {kind && <KindIcon kind={kind} />}
      <span className="truncate" dir="auto">
        {name}
      </span>
      {count && <b className="numeral font-semibold text-accent-ink">{count}</b>}
    </Link>
  )
}
