import { scaleBand, scaleLinear } from 'd3-scale'
import { ChartFrame } from './chart-frame.tsx'
import { HEIGHT, INSET, type ChartProps } from './series.ts'

const FILL = ['fill-accent-ink', 'fill-chart-b']
const GAP = 1

/** Stacked when there are two series. */
export function BarChart(props: ChartProps) {
  const { categories, series } = props
  const totals = categories.map((_, i) =>
    series.reduce((sum, entry) => sum + (entry.values[i] ?? 0), 0),
  )
  const y = scaleLinear([0, Math.max(...totals, 1)], [HEIGHT - INSET.bottom, INSET.top]).nice(4)
  const bands = (width: number) =>
    scaleBand(
      categories.map((_, i) => i),
      [INSET.start, INSET.start + width],
    )
      .paddingInner(0.5)
      .paddingOuter(0.25)
  const xOf = (index: number, width: number) => {
    const x = bands(width)
    return (x(index) ?? 0) + x.bandwidth() / 2
  }
  return (
    <ChartFrame
      {...props}
      ticks={y.ticks(4)}
      yOf={y}
      xOf={xOf}
      draw={({ width, active }) => {
        const x = bands(width)
        return categories.map((category, i) => {
          let base = 0
          return (
            <g key={category} opacity={active === null || active === i ? 1 : 0.55}>
              {series.map((entry, s) => {
                const value = entry.values[i] ?? 0
                const bottom = y(base)
                base += value
                const height = Math.max(0, bottom - y(base) - (s > 0 ? GAP : 0))
                return (
                  <rect
                    key={entry.name}
                    x={x(i)}
                    y={y(base)}
                    width={x.bandwidth()}
                    height={height}
                    className={FILL[s]}
                  />
                )
              })}
            </g>
          )
        })
      }}
    />
  )
}
