export type Series = { name: string; values: number[] }

export type ChartProps = {
  /** What the chart shows, in words. */
  label: string
  /** One name per column or point: "14 Oct". */
  categories: string[]
  /** One or two; the first is drawn in the accent. */
  series: Series[]
  formatNumber: (value: number) => string
  /** The head of the first column in the table that stands in for the picture. */
  categoryLabel: string
}

export const HEIGHT = 216
export const INSET = { top: 12, end: 4, bottom: 28, start: 44 }

/** How many category labels fit without touching. */
export function labelStep(count: number, width: number, longest: number): number {
  const room = Math.max(1, Math.floor(width / (longest * 7 + 16)))
  return Math.max(1, Math.ceil(count / room))
}
