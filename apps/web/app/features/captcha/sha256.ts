// Browsers have SHA-256 only on https pages, and only as a promise for each hash: too slow for a hundred thousand.

const { constants, start } = fractions()

/** The first bits of the roots of the first primes, from which the standard takes its numbers. */
function fractions() {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const bits = (root: number) => ((root % 1) * 2 ** 32) | 0
  return {
    constants: Int32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
    start: Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
  }
}

const longest = 55
const words = new Int32Array(64)
const state = new Int32Array(8)

/** The SHA-256 of a short text of plain letters, as eight words. The array is used again by the next call. */
export function sha256(text: string): Int32Array {
  if (text.length > longest) throw new Error(`longer than ${longest} characters`)
  words.fill(0, 0, 16)
  for (let index = 0; index < text.length; index++) put(index, text.charCodeAt(index))
  put(text.length, 0x80)
  words[15] = text.length * 8
  return compress()
}

function put(index: number, byte: number) {
  words[index >> 2] = at(words, index >> 2) | (byte << (24 - (index & 3) * 8))
}

function at(list: Int32Array, index: number) {
  return list[index] ?? 0
}

function turn(word: number, by: number) {
  return (word >>> by) | (word << (32 - by))
}

function compress() {
  for (let i = 16; i < 64; i++) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)]
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[i] = at(words, i - 16) + first + at(words, i - 7) + second
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = start
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const sumE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const next = (h + sumE + choice + at(constants, i) + at(words, i)) | 0
    const sumA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + next) | 0
    d = c
    c = b
    b = a
    a = (next + sumA + majority) | 0
  }
  state.set([a, b, c, d, e, f, g, h])
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + at(start, i)
  return state
}
