type Hour = { at: number; held: number; public: number }

const hour = 3600

/** Adds the hours without posts between the first and the last one, up to a maximum. */
export function fillHours(hours: readonly Hour[], max: number): Hour[] {
  const last = hours.at(-1)
  const first = hours[0]
  if (first === undefined || last === undefined) return []
  const byTime = new Map(hours.map((one) => [one.at, one]))
  const count = Math.min(max, (last.at - first.at) / hour + 1)
  return Array.from({ length: count }, (_, i) => {
    const at = last.at - (count - 1 - i) * hour
    return byTime.get(at) ?? { at, held: 0, public: 0 }
  })
}
