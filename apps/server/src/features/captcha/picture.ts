import { aCanvas, type Point } from './canvas.ts'
import { type Letter, strokesOf } from './glyphs.ts'

const width = 240
const height = 80

/** Draws letters that people can read, bent and crossed out anew each time, as a data URL. */
export function pictureOf(code: string): string {
  const canvas = aCanvas(width, height)
  const bend = aBend()
  const step = (width - 24) / code.length
  for (const [index, letter] of [...code].entries()) {
    const middle: Point = [12 + (index + 0.5) * step, between(36, 44)]
    for (const points of letterAt(letter as Letter, middle))
      canvas.draw(points.map(bend), between(1.4, 2.2))
  }
  for (let index = 0; index < 4; index++) canvas.draw(crossing().map(bend), between(0.5, 0.9))
  return `data:image/png;base64,${canvas.toPng().toString('base64')}`
}

/** A wave through the whole picture. */
function aBend() {
  const [phase, slope, depth] = [between(0, 6.3), between(0.03, 0.05), between(3, 6)]
  return ([x, y]: Point): Point => [
    x + Math.cos(y * slope * 2 + phase) * 2,
    y + Math.sin(x * slope + phase) * depth,
  ]
}

/** The strokes of a letter around a place, turned, leaning and a little shaky. */
function letterAt(letter: Letter, [middleX, middleY]: Point): Point[][] {
  const [turn, size, lean] = [between(-0.22, 0.22), between(2.3, 2.9), between(-0.18, 0.18)]
  return strokesOf(letter).map((points) =>
    points.map(([gridX, gridY]): Point => {
      const y = (gridY - 7) * size + between(-0.8, 0.8)
      const x = (gridX - 5) * size * 0.95 - y * lean + between(-0.8, 0.8)
      return [
        middleX + x * Math.cos(turn) - y * Math.sin(turn),
        middleY + x * Math.sin(turn) + y * Math.cos(turn),
      ]
    }),
  )
}

/** A line from one side to the other. */
function crossing(): Point[] {
  const [from, to] = [between(8, height - 8), between(8, height - 8)]
  return Array.from({ length: 9 }, (_, index): Point => {
    const part = index / 8
    return [part * width, from + (to - from) * part + between(-4, 4)]
  })
}

function between(low: number, high: number) {
  return low + Math.random() * (high - low)
}
