export type Series = { name: string; values: number[] }

export type ChartProps = {
  /** Accessible name. */
  label: string
  /** One label per column or point: "14 Oct". */
  categories: string[]
  /** One or two; the first uses the accent color. */
  series: Series[]
  formatNumber: (value: number) => string
  /** Heading of the first column in the table for screen readers. */
  categoryLabel: string
}

export const HEIGHT = 216
export const INSET = { top: 12, end: 4, bottom: 28, start: 44 }

/** Shows every nth category label so that they do not overlap. */
export function labelStep(count: number, width: number, maxLabelLength: number): number {
  const maxLabels = Math.max(1, Math.floor(width / (maxLabelLength * 7 + 16)))
  return Math.max(1, Math.ceil(count / maxLabels))
}
