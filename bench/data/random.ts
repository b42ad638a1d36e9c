/** A stream of numbers that is the same for the same seed and place, whatever was drawn elsewhere. */
export type Random = ReturnType<typeof randomOf>

export function randomOf(seed: number, place = 0) {
  let state = mixed(seed ^ mixed(place + 0x9e3779b9))
  /** From 0 to 1, without 1. */
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
    /** The first of the list as often as the second and third together: 1, 1/2, 1/3... */
    zipf: (count: number) =>
      Math.min(count - 1, Math.floor(Math.exp(next() * Math.log(count + 1))) - 1),
    /** Few have much: on average near `mean`, mostly far less. */
    longTail: (mean: number, most: number) =>
      Math.min(most, Math.floor((mean * 0.45) / Math.sqrt(1 - next()) + next() * 0.6)),
  }
}

function mixed(number: number) {
  let z = number | 0
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
  return z ^ (z >>> 16)
}
