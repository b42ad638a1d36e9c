import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

const [WIDTH, HEIGHT] = [160, 28]

/** Hidden from screen readers: the number is beside it. */
export function Sparkline({ values }: { values: number[] }) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, WIDTH - 1])
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [HEIGHT - 2, 2])
  const path = line()(values.map((value, i) => [x(i), y(value)]))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-7 w-full"
    >
      <path
        d={path ?? undefined}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent-ink"
      />
    </svg>
  )
}
