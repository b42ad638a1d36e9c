import { expect, it } from 'vitest'
import { moveArea, toInitialArea, zoomArea } from './crop-area.ts'

const wide = { width: 400, height: 200 }

it('toInitialArea returns the largest centered square', () => {
  expect(toInitialArea(wide)).toEqual({ x: 100, y: 0, side: 200 })
  expect(toInitialArea({ width: 50, height: 90 })).toEqual({ x: 0, y: 20, side: 50 })
})

it('zoomArea zooms around the center, within limits', () => {
  const half = zoomArea(toInitialArea(wide), wide, 2)
  expect(half).toEqual({ x: 150, y: 50, side: 100 })
  expect(zoomArea(half, wide, 1)).toEqual({ x: 100, y: 0, side: 200 })
  expect(zoomArea(half, wide, 99).side).toBe(50)
  expect(zoomArea(half, wide, 0).side).toBe(200)
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
])('moveArea by %j stays within the image', (by, corner) => {
  const half = zoomArea(toInitialArea(wide), wide, 2)
  expect(moveArea(half, wide, by)).toEqual({ ...corner, side: 100 })
})

it('zoomArea stays within the image when zooming out at an edge', () => {
  const atEdge = moveArea(zoomArea(toInitialArea(wide), wide, 4), wide, { x: 999, y: 999 })
  expect(zoomArea(atEdge, wide, 1)).toEqual({ x: 200, y: 0, side: 200 })
})
