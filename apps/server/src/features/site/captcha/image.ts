import { createCanvas, type Point } from './canvas.ts'
import { type Letter, strokesOf } from './glyphs.ts'

const width = 240
const height = 80

/** Returns a data URL of the code, distorted randomly each time. */
export function renderImage(code: string): string {
  const canvas = createCanvas(width, height)
  const distort = createDistortion()
  const step = (width - 24) / code.length
  for (const [index, letter] of [...code].entries()) {
    const middle: Point = [12 + (index + 0.5) * step, randomBetween(36, 44)]
    for (const points of placeLetter(letter as Letter, middle))
      canvas.draw(points.map(distort), randomBetween(1.4, 2.2))
  }
  for (let index = 0; index < 4; index++)
    canvas.draw(createLine().map(distort), randomBetween(0.5, 0.9))
  return `data:image/png;base64,${canvas.toPng().toString('base64')}`
}

function createDistortion() {
  const [phase, slope, depth] = [
    randomBetween(0, 6.3),
    randomBetween(0.03, 0.05),
    randomBetween(3, 6),
  ]
  return ([x, y]: Point): Point => [
    x + Math.cos(y * slope * 2 + phase) * 2,
    y + Math.sin(x * slope + phase) * depth,
  ]
}

/** Rotates, slants and jitters the strokes of a letter. */
function placeLetter(letter: Letter, [middleX, middleY]: Point): Point[][] {
  const [rotation, size, slant] = [
    randomBetween(-0.22, 0.22),
    randomBetween(2.3, 2.9),
    randomBetween(-0.18, 0.18),
  ]
  return strokesOf(letter).map((points) =>
    points.map(([gridX, gridY]): Point => {
      const y = (gridY - 7) * size + randomBetween(-0.8, 0.8)
      const x = (gridX - 5) * size * 0.95 - y * slant + randomBetween(-0.8, 0.8)
      return [
        middleX + x * Math.cos(rotation) - y * Math.sin(rotation),
        middleY + x * Math.sin(rotation) + y * Math.cos(rotation),
      ]
    }),
  )
}

/** A noise line from one side to the other. */
function createLine(): Point[] {
  const [from, to] = [randomBetween(8, height - 8), randomBetween(8, height - 8)]
  return Array.from({ length: 9 }, (_, index): Point => {
    const fraction = index / 8
    return [fraction * width, from + (to - from) * fraction + randomBetween(-4, 4)]
  })
}

function randomBetween(low: number, high: number) {
  return low + Math.random() * (high - low)
}
