import type { ReactNode } from 'react'

type ReactionProps = {
  icon: ReactNode
  count: string
  /** "Thanks, 12". */
  label: string
  pressed: boolean
  onToggle: () => void
}

export function Reaction({ icon, count, label, pressed, onToggle }: ReactionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onToggle}
      className="numeral inline-flex min-h-[max(1.75rem,var(--target))] items-center gap-1.5 rounded-full border border-line px-2.5 text-sm text-ink-2 hover:border-line-control focus-visible:rounded-full aria-pressed:border-accent-line aria-pressed:bg-accent-tint aria-pressed:font-medium aria-pressed:text-accent-ink"
    >
      {icon}
      {count}
    </button>
  )
}
