/** The smallest even, round number that is not below the value, so that its half is whole. */
export function toCountMax(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [2, 4, 6, 8, 10, 20].map((step) => step * unit).find((max) => max >= value) ?? value
}

/** Three round numbers that enclose all values. */
export function toRange(values: readonly number[]): [number, number, number] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const distance = Math.max(2, highest - lowest)
  const unit = 10 ** Math.floor(Math.log10(distance / 2))
  for (const step of [1, 2, 5, 10, 20].map((factor) => factor * unit)) {
    const floor = Math.floor(lowest / step) * step
    if (floor + 2 * step >= highest) return [floor, floor + step, floor + 2 * step]
  }
  return [0, highest / 2, highest]
}
