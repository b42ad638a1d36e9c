/** A square in pixels of the image. */
export type CropArea = { x: number; y: number; side: number }

export type Size = { width: number; height: number }

export const maxZoom = 4

/** The largest centered square. */
export function toInitialArea({ width, height }: Size): CropArea {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** Zooms around the center; `zoom` is 1 for the largest square. */
export function zoomArea(area: CropArea, size: Size, zoom: number): CropArea {
  const side = Math.min(size.width, size.height) / Math.min(Math.max(zoom, 1), maxZoom)
  const shift = (area.side - side) / 2
  return clampArea({ x: area.x + shift, y: area.y + shift, side }, size)
}

export function moveArea(area: CropArea, size: Size, by: { x: number; y: number }): CropArea {
  return clampArea({ ...area, x: area.x + by.x, y: area.y + by.y }, size)
}

function clampArea(area: CropArea, { width, height }: Size): CropArea {
  return {
    x: Math.min(Math.max(area.x, 0), width - area.side),
    y: Math.min(Math.max(area.y, 0), height - area.side),
    side: area.side,
  }
}
