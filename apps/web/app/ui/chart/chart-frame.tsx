import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { HEIGHT, INSET, labelStep, type ChartProps } from './series.ts'
import { useWidth } from './use-width.ts'

export type Plot = { width: number; height: number; active: number | null }

type ChartFrameProps = ChartProps & {
  ticks: number[]
  yOf: (value: number) => number
  xOf: (index: number, width: number) => number
  draw: (plot: Plot) => ReactNode
}

const SWATCH = ['bg-accent-ink', 'bg-chart-b']

function DataTable({ label, categoryLabel, categories, series, formatNumber }: ChartProps) {
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{categoryLabel}</th>
          {series.map((entry) => (
            <th key={entry.name} scope="col">
              {entry.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.map((category, i) => (
          <tr key={category}>
            <th scope="row">{category}</th>
            {series.map((entry) => (
              <td key={entry.name}>{formatNumber(entry.values[i] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Also shows the values of the active column. */
function Legend(props: ChartProps & { active: number | null }) {
  const { series, categories, formatNumber, active } = props
  return (
    <p
      className="flex min-h-6 flex-wrap items-center gap-x-4 text-sm text-ink-2"
      aria-hidden="true"
    >
      {series.map((entry, i) => (
        <span key={entry.name} className="inline-flex items-center gap-1.5">
          <span className={classNames('size-2.5 rounded-[1px]', SWATCH[i])} />
          {entry.name}
          {active !== null && (
            <b className="numeral text-ink">{formatNumber(entry.values[active] ?? 0)}</b>
          )}
        </span>
      ))}
      {active !== null && <span className="ms-auto text-ink-3">{categories[active]}</span>}
    </p>
  )
}

/** Axes, legend, keyboard and pointer navigation, and a table for screen readers. */
export function ChartFrame(props: ChartFrameProps) {
  const { categories, formatNumber, ticks, yOf, xOf, draw, label } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [active, setActive] = useState<number | null>(null)
  const inner = width - INSET.start - INSET.end
  const step = labelStep(categories.length, inner, Math.max(...categories.map((c) => c.length), 1))
  const floor = HEIGHT - INSET.bottom

  function handleKey(event: KeyboardEvent) {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (move === undefined) return
    event.preventDefault()
    setActive(Math.min(categories.length - 1, Math.max(0, (active ?? -1) + move)))
  }
  return (
    <figure>
      <Legend {...props} active={active} />
      <div
        ref={box}
        dir="ltr"
        role="img"
        aria-label={label}
        tabIndex={0}
        onKeyDown={handleKey}
        onBlur={() => setActive(null)}
        onPointerLeave={() => setActive(null)}
        onPointerMove={(event) => {
          const x = event.clientX - event.currentTarget.getBoundingClientRect().left - INSET.start
          const index = Math.floor((x / inner) * categories.length)
          setActive(index >= 0 && index < categories.length ? index : null)
        }}
      >
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} className="h-54 w-full text-xs" aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={INSET.start}
                x2={width - INSET.end}
                y1={yOf(tick)}
                y2={yOf(tick)}
                className={tick === 0 ? 'stroke-line-control' : 'stroke-line'}
                shapeRendering="crispEdges"
              />
              <text
                x={INSET.start - 8}
                y={yOf(tick)}
                textAnchor="end"
                dominantBaseline="central"
                className="numeral fill-ink-3"
              >
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {active !== null && (
            <line
              x1={xOf(active, inner)}
              x2={xOf(active, inner)}
              y1={INSET.top}
              y2={floor}
              className="stroke-line-control"
              shapeRendering="crispEdges"
            />
          )}
          {draw({ width: inner, height: floor, active })}
          {categories.map((category, i) =>
            i % step === 0 ? (
              <text
                key={category}
                x={xOf(i, inner)}
                y={HEIGHT - 6}
                textAnchor="middle"
                className="fill-ink-3"
              >
                {category}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      {/* The wrapper is needed: `sr-only` does not work on a table. */}
      <div className="sr-only">
        <DataTable {...props} />
      </div>
    </figure>
  )
}
