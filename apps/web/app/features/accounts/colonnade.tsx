// A row of columns that runs to a vanishing point. Drawn from a few numbers, so that it weighs little and
// takes the colours of the theme.
const horizon = { x: 560, y: 150 }
const floorY = 440
const ceilingY = -90
const nearest = 60
const columns = [1, 0.72, 0.53, 0.4, 0.31, 0.245, 0.2, 0.165]
const lit = 2

/** A point of the nearest plane, moved away from the eye. */
function away(x: number, y: number, scale: number): [number, number] {
  return [horizon.x + (x - horizon.x) * scale, horizon.y + (y - horizon.y) * scale]
}

const at = (x: number, y: number, scale: number) =>
  away(x, y, scale)
    .map((value) => value.toFixed(1))
    .join(' ')

type Box = { left: number; right: number; top: number; bottom: number }

const block = ({ left, right, top, bottom }: Box, scale: number) =>
  `M${at(left, top, scale)}L${at(right, top, scale)}L${at(right, bottom, scale)}L${at(left, bottom, scale)}z`

const shaft: Box = { left: nearest, right: nearest + 54, top: -20, bottom: floorY - 44 }
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

/** The rounded part between the shaft and the slab above it. */
function echinus(scale: number): string {
  const curve = (side: number, out: number) => `Q${at(side + out * 10, shaft.top - 6, scale)} `
  return [
    `M${at(abacus.left, abacus.bottom, scale)}`,
    curve(shaft.left, -1) + at(shaft.left, shaft.top, scale),
    `L${at(shaft.right, shaft.top, scale)}`,
    `${curve(shaft.right, 1) + at(abacus.right, abacus.bottom, scale)}z`,
  ].join('')
}

function Column({ scale, isLit }: { scale: number; isLit: boolean }) {
  const lines = flutes.map((x) => `M${at(x, shaft.top + 4, scale)}L${at(x, shaft.bottom, scale)}`)
  return (
    <g className={isLit ? 'fill-accent-tint stroke-accent-ink' : 'fill-paper stroke-line-control'}>
      <path d={block(abacus, scale)} />
      <path d={echinus(scale)} />
      <path d={block(shaft, scale)} />
      {scale > 0.28 && <path className="opacity-50" d={lines.join('')} />}
      <path d={block(base, scale)} />
    </g>
  )
}

/** The porch the site is named after. */
export function Colonnade() {
  const far = columns.at(-1) ?? 0.1
  const beams = [ceilingY, ceilingY + 26, ceilingY + 40]
  const paving = [-260, -60, 140, 340, 540, 740, 940]
  return (
    <svg viewBox="0 -90 760 530" fill="none" aria-hidden="true" className="block w-full">
      <path
        className="stroke-line"
        d={[
          ...paving.map((x) => `M${at(x, floorY, 1.2)}L${at(x, floorY, far)}`),
          ...columns.map((scale) => `M${at(-260, floorY, scale)}L${at(1400, floorY, scale)}`),
        ].join('')}
      />
      <path
        className="stroke-line-control"
        d={beams.map((y) => `M${at(nearest, y, 1.2)}L${at(nearest, y, far)}`).join('')}
      />
      {columns
        .map((scale, index) => <Column key={scale} scale={scale} isLit={index === lit} />)
        .toReversed()}
    </svg>
  )
}
