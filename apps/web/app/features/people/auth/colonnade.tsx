// A colonnade in perspective, computed so that it stays small and uses the theme's colors.
const horizon = { x: 560, y: 150 }
const floorY = 440
const ceilingY = -90
const nearestX = 60
const columns = [1, 0.72, 0.53, 0.4, 0.31, 0.245, 0.2, 0.165]
const highlightedIndex = 2

/** Projects a point of the nearest plane. */
function project(x: number, y: number, scale: number): [number, number] {
  return [horizon.x + (x - horizon.x) * scale, horizon.y + (y - horizon.y) * scale]
}

const toPoint = (x: number, y: number, scale: number) =>
  project(x, y, scale)
    .map((value) => value.toFixed(1))
    .join(' ')

type Box = { left: number; right: number; top: number; bottom: number }

const toBoxPath = ({ left, right, top, bottom }: Box, scale: number) =>
  `M${toPoint(left, top, scale)}L${toPoint(right, top, scale)}L${toPoint(right, bottom, scale)}L${toPoint(left, bottom, scale)}z`

const shaft: Box = { left: nearestX, right: nearestX + 54, top: -20, bottom: floorY - 44 }
const abacus: Box = {
  left: shaft.left - 14,
  right: shaft.right + 14,
  top: shaft.top - 34,
  bottom: shaft.top - 22,
}
const base: Box = {
  left: shaft.left - 8,
  right: shaft.right + 8,
  top: shaft.bottom,
  bottom: shaft.bottom + 11,
}
const flutes = [0.2, 0.4, 0.6, 0.8].map((part) => shaft.left + (shaft.right - shaft.left) * part)

function toEchinusPath(scale: number): string {
  const curve = (side: number, out: number) => `Q${toPoint(side + out * 10, shaft.top - 6, scale)} `
  return [
    `M${toPoint(abacus.left, abacus.bottom, scale)}`,
    curve(shaft.left, -1) + toPoint(shaft.left, shaft.top, scale),
    `L${toPoint(shaft.right, shaft.top, scale)}`,
    `${curve(shaft.right, 1) + toPoint(abacus.right, abacus.bottom, scale)}z`,
  ].join('')
}

function Column({ scale, isHighlighted }: { scale: number; isHighlighted: boolean }) {
  const lines = flutes.map(
    (x) => `M${toPoint(x, shaft.top + 4, scale)}L${toPoint(x, shaft.bottom, scale)}`,
  )
  return (
    <g
      className={
        isHighlighted ? 'fill-accent-tint stroke-accent-ink' : 'fill-paper stroke-line-control'
      }
    >
      <path d={toBoxPath(abacus, scale)} />
      <path d={toEchinusPath(scale)} />
      <path d={toBoxPath(shaft, scale)} />
      {scale > 0.28 && <path className="opacity-50" d={lines.join('')} />}
      <path d={toBoxPath(base, scale)} />
    </g>
  )
}

/** A stoa: the illustration of the login and sign-up pages. */
export function Colonnade() {
  const farthestScale = columns.at(-1) ?? 0.1
  const beams = [ceilingY, ceilingY + 26, ceilingY + 40]
  const paving = [-260, -60, 140, 340, 540, 740, 940]
  return (
    <svg viewBox="0 -120 760 560" fill="none" aria-hidden="true" className="block w-full">
      <path
        className="stroke-line"
        d={[
          ...paving.map((x) => `M${toPoint(x, floorY, 1.2)}L${toPoint(x, floorY, farthestScale)}`),
          ...columns.map(
            (scale) => `M${toPoint(-260, floorY, scale)}L${toPoint(1400, floorY, scale)}`,
          ),
        ].join('')}
      />
      <path
        className="stroke-line-control"
        d={beams
          .map((y) => `M${toPoint(nearestX, y, 1.2)}L${toPoint(nearestX, y, farthestScale)}`)
          .join('')}
      />
      {columns
        .map((scale, index) => (
          <Column key={scale} scale={scale} isHighlighted={index === highlightedIndex} />
        ))
        .toReversed()}
    </svg>
  )
}
