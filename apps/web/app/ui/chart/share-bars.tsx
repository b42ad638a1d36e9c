import type { ReactNode } from 'react'

type ShareBarsProps = {
  label: string
  items: { id: string; name: ReactNode; share: number; text: string }[]
}

/** `share` is 0 to 1. */
export function ShareBars({ label, items }: ShareBarsProps) {
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li
          key={item.id}
          className="grid min-h-[max(2rem,var(--target))] grid-cols-[8.5rem_minmax(0,1fr)_3rem] items-center gap-3 py-1 text-sm"
        >
          <span className="flex min-h-target min-w-0 items-center truncate *:min-w-target">
            {item.name}
          </span>
          <svg className="h-1.5 w-full" aria-hidden="true">
            <rect width="100%" height="100%" className="fill-wash-2" />
            <rect
              width={`${Math.round(item.share * 100)}%`}
              height="100%"
              className="fill-accent-ink"
            />
          </svg>
          <b className="numeral text-end">{item.text}</b>
        </li>
      ))}
    </ul>
  )
}
