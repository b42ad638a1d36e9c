import { crc32, deflateSync } from 'node:zlib'

export type Point = readonly [x: number, y: number]

const background = 244
const foreground = 38

/** A grayscale canvas for lines. */
export function createCanvas(width: number, height: number) {
  // Each row starts with its PNG filter type: 0, none.
  const rowBytes = width + 1
  const pixels = Buffer.alloc(rowBytes * height, background)
  for (let y = 0; y < height; y++) pixels[y * rowBytes] = 0

  function darken(x: number, y: number, coverage: number) {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const at = y * rowBytes + 1 + x
    pixels[at] = Math.min(
      pixels[at] ?? background,
      Math.round(background - (background - foreground) * coverage),
    )
  }

  function drawSegment(from: Point, to: Point, radius: number) {
    const reach = radius + 1
    const range = (a: number, b: number) =>
      [Math.floor(Math.min(a, b) - reach), Math.ceil(Math.max(a, b) + reach)] as const
    const [left, right] = range(from[0], to[0])
    const [top, bottom] = range(from[1], to[1])
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const coverage = radius + 0.5 - distance([x, y], from, to)
        if (coverage > 0) darken(x, y, Math.min(coverage, 1))
      }
    }
  }

  return {
    /** Draws an anti-aliased line through the points. */
    draw(points: readonly Point[], radius: number) {
      for (const [index, to] of points.entries()) drawSegment(points[index - 1] ?? to, to, radius)
    },
    toPng: () => toPng(width, height, pixels),
  }
}

function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point) {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length
  const clamped = Math.max(0, Math.min(1, along))
  return Math.hypot(x - fromX - clamped * dx, y - fromY - clamped * dy)
}

/** Not in the image process: its queue may be full of uploads when someone has to log in. */
function toPng(width: number, height: number, rows: Buffer) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth 8, color type 0 (grayscale).
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
