/** Deterministic by seed and stream, independent of other streams. */
export type Random = ReturnType<typeof createRandom>

export function createRandom(seed: number, stream = 0) {
  let state = mixBits(seed ^ mixBits(stream + 0x9e3779b9))
  /** In [0, 1). */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let z = Math.imul(state ^ (state >>> 15), 1 | state)
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z
    return ((z ^ (z >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    isOneIn: (count: number) => next() * count < 1,
    /** Zipf distribution: 1, 1/2, 1/3... */
    zipf: (count: number) =>
      Math.min(count - 1, Math.floor(Math.exp(next() * Math.log(count + 1))) - 1),
    /** Long-tailed: on average near `mean`, mostly far less. */
    longTail: (mean: number, max: number) =>
      Math.min(max, Math.floor((mean * 0.45) / Math.sqrt(1 - next()) + next() * 0.6)),
  }
}

function mixBits(number: number) {
  let z = number | 0
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
  return z ^ (z >>> 16)
}
