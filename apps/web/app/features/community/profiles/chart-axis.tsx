import type { ReactNode } from 'react'

type ChartAxisProps = {
  /** What the chart says, for those who do not see it. */
  label: string
  /** From the top to the bottom. */
  ticks: string[]
  children: ReactNode
}

/** Time runs from left to right in every language. */
export function ChartAxis({ label, ticks, children }: ChartAxisProps) {
  return (
    <div
      role="img"
      aria-label={label}
      dir="ltr"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-4 text-xs text-ink-3"
    >
      <div className="numeral -my-2 flex h-40 flex-col justify-between text-end leading-4">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <div className="relative">
        <svg className="absolute h-36 w-full overflow-visible" aria-hidden="true">
          {['0%', '50%', '100%'].map((y) => (
            <line
              key={y}
              x2="100%"
              y1={y}
              y2={y}
              shapeRendering="crispEdges"
              className={y === '100%' ? 'stroke-line-control' : 'stroke-line'}
            />
          ))}
        </svg>
        <div className="relative">{children}</div>
      </div>
    </div>
  )
}
