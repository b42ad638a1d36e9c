import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { ChartFrame } from './chart-frame.tsx'
import { HEIGHT, INSET, type ChartProps } from './series.ts'

const FLOOR = HEIGHT - INSET.bottom

/** The first series is a filled line, the second a dashed one. */
export function LineChart(props: ChartProps) {
  const { categories, series } = props
  const values = series.flatMap((entry) => entry.values)
  const y = scaleLinear([Math.min(0, ...values), Math.max(...values, 1)], [FLOOR, INSET.top]).nice(
    4,
  )
  const xOf = (index: number, width: number) =>
    INSET.start + (width * (index + 0.5)) / Math.max(1, categories.length)
  return (
    <ChartFrame
      {...props}
      ticks={y.ticks(3)}
      yOf={y}
      xOf={xOf}
      draw={({ width, active }) => {
        const point = (value: number, i: number): [number, number] => [xOf(i, width), y(value)]
        const toPath = (points: number[]) => line()(points.map(point)) ?? undefined
        const [first, second] = series
        return (
          <>
            {first && (
              <path
                d={
                  area<[number, number]>()
                    .x((p) => p[0])
                    .y0(FLOOR)
                    .y1((p) => p[1])(first.values.map(point)) ?? undefined
                }
                className="fill-accent-tint"
                opacity="0.7"
              />
            )}
            {second && (
              <path
                d={toPath(second.values)}
                fill="none"
                strokeWidth="1.5"
                strokeDasharray="3 3"
                className="stroke-ink-3"
              />
            )}
            {first && (
              <path
                d={toPath(first.values)}
                fill="none"
                strokeWidth="2"
                strokeLinejoin="round"
                strokeLinecap="round"
                className="stroke-accent-ink"
              />
            )}
            {first && active !== null && (
              <circle
                cx={xOf(active, width)}
                cy={y(first.values[active] ?? 0)}
                r="4"
                strokeWidth="2"
                className="fill-accent-ink stroke-paper"
              />
            )}
          </>
        )
      }}
    />
  )
}
