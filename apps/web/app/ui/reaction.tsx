import { SmilePlus } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

type ReactionProps = Omit<ComponentProps<'button'>, 'onToggle'> & {
  icon: ReactNode
  count: string
  label: string
  /** Who reacted. */
  title?: string
  pressed: boolean
  onToggle: () => void
}

export function Reaction(props: ReactionProps) {
  const { icon, count, label, title, pressed, onToggle, ...rest } = props
  const descriptionId = useId()
  return (
    <button
      type="button"
      {...rest}
      title={title}
      aria-pressed={pressed}
      aria-describedby={descriptionId}
      onClick={(event) => {
        event.preventDefault()
        onToggle()
      }}
      className="numeral relative inline-flex min-h-[max(1.75rem,var(--target))] items-center gap-1.5 rounded-full border border-line px-2.5 text-sm text-ink-2 hover:border-line-control focus-visible:rounded-full aria-pressed:border-accent-line aria-pressed:bg-accent-tint aria-pressed:font-medium aria-pressed:text-accent-ink"
    >
      {icon}
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{count}</span>
      <span id={descriptionId} hidden>
        {count} {title}
      </span>
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
