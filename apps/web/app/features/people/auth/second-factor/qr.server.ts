import { encode } from 'uqr'

export type QrCode = { size: number; path: string }

/** A QR code as an SVG path; each module is one unit. */
export function toQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const rows = data.flatMap((row, y) =>
    findRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  )
  return { size, path: rows.join('') }
}

/** Runs of adjacent dark modules. */
function findRuns(row: boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
