import { SmilePlus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type ReactionProps = Omit<ComponentProps<'button'>, 'onToggle'> & {
  icon: ReactNode
  count: string
  /** "Thanks, 12". */
  label: string
  pressed: boolean
  onToggle: () => void
}

export function Reaction(props: ReactionProps) {
  const { icon, count, label, pressed, onToggle, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      onClick={(event) => {
        event.preventDefault()
        onToggle()
      }}
      className="numeral inline-flex min-h-[max(1.75rem,var(--target))] items-center gap-1.5 rounded-full border border-line px-2.5 text-sm text-ink-2 hover:border-line-control focus-visible:rounded-full aria-pressed:border-accent-line aria-pressed:bg-accent-tint aria-pressed:font-medium aria-pressed:text-accent-ink"
    >
      {icon}
      {count}
    </button>
  )
}

type AddReactionProps = Omit<ComponentProps<'button'>, 'className'> & { label: string }

export function AddReaction({ label, ...rest }: AddReactionProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...rest}
      aria-label={label}
      title={label}
      className="inline-flex min-h-[max(1.75rem,var(--target))] min-w-[max(2.25rem,var(--target))] items-center justify-center rounded-full border border-line px-2 text-ink-3 hover:border-line-control focus-visible:rounded-full"
    >
      <SmilePlus className="icon text-base" aria-hidden="true" />
    </button>
  )
}
