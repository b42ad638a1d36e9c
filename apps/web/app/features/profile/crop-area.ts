/** The square of a picture that is shown: its side and the corner it starts at, in pixels of the picture. */
export type CropArea = { x: number; y: number; side: number }

export type Size = { width: number; height: number }

export const mostZoom = 4

/** The largest square in the middle. */
export function wholeArea({ width, height }: Size): CropArea {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** The same place, shown larger or smaller: `zoom` is 1 for the largest square. */
export function zoomed(area: CropArea, size: Size, zoom: number): CropArea {
  const side = Math.min(size.width, size.height) / Math.min(Math.max(zoom, 1), mostZoom)
  const shift = (area.side - side) / 2
  return within({ x: area.x + shift, y: area.y + shift, side }, size)
}

/** The same size, at another place; it never leaves the picture. */
export function moved(area: CropArea, size: Size, by: { x: number; y: number }): CropArea {
  return within({ ...area, x: area.x + by.x, y: area.y + by.y }, size)
}

function within(area: CropArea, { width, height }: Size): CropArea {
  return {
    x: Math.min(Math.max(area.x, 0), width - area.side),
    y: Math.min(Math.max(area.y, 0), height - area.side),
    side: area.side,
  }
}
