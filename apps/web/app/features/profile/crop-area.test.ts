import { expect, it } from 'vitest'
import { moved, wholeArea, zoomed } from './crop-area.ts'

const wide = { width: 400, height: 200 }

it('starts with the largest square in the middle', () => {
  expect(wholeArea(wide)).toEqual({ x: 100, y: 0, side: 200 })
  expect(wholeArea({ width: 50, height: 90 })).toEqual({ x: 0, y: 20, side: 50 })
})

it('zooms around what is in the middle, within limits', () => {
  const half = zoomed(wholeArea(wide), wide, 2)
  expect(half).toEqual({ x: 150, y: 50, side: 100 })
  expect(zoomed(half, wide, 1)).toEqual({ x: 100, y: 0, side: 200 })
  expect(zoomed(half, wide, 99).side).toBe(50)
  expect(zoomed(half, wide, 0).side).toBe(200)
})

it.each([
  [
    { x: -500, y: -500 },
    { x: 0, y: 0 },
  ],
  [
    { x: 500, y: 500 },
    { x: 300, y: 100 },
  ],
  [
    { x: 10, y: -10 },
    { x: 160, y: 40 },
  ],
])('moved by %j it stays in the picture', (by, corner) => {
  const half = zoomed(wholeArea(wide), wide, 2)
  expect(moved(half, wide, by)).toEqual({ ...corner, side: 100 })
})

it('never shows more than there is after zooming out at an edge', () => {
  const atEdge = moved(zoomed(wholeArea(wide), wide, 4), wide, { x: 999, y: 999 })
  expect(zoomed(atEdge, wide, 1)).toEqual({ x: 200, y: 0, side: 200 })
})
