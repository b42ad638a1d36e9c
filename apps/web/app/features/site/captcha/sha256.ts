// crypto.subtle needs HTTPS and one promise per hash, which is too slow for 100,000 hashes.

const { constants, initialState } = computeConstants()

/** The standard's constants: fractional bits of the roots of the first primes. */
function computeConstants() {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const bits = (root: number) => ((root % 1) * 2 ** 32) | 0
  return {
    constants: Int32Array.from(primes, (prime) => bits(Math.cbrt(prime))),
    initialState: Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime))),
  }
}

const maxLength = 55
const words = new Int32Array(64)
const state = new Int32Array(8)

/** Hashes a short ASCII text. The returned array is reused by the next call. */
export function sha256(text: string): Int32Array {
  if (text.length > maxLength)
    throw new Error(`sha256 input is longer than ${maxLength} characters`)
  words.fill(0, 0, 16)
  for (let index = 0; index < text.length; index++) setByte(index, text.charCodeAt(index))
  setByte(text.length, 0x80)
  words[15] = text.length * 8
  return compress()
}

function setByte(index: number, byte: number) {
  words[index >> 2] = at(words, index >> 2) | (byte << (24 - (index & 3) * 8))
}

function at(list: Int32Array, index: number) {
  return list[index] ?? 0
}

function rotateRight(word: number, by: number) {
  return (word >>> by) | (word << (32 - by))
}

function compress() {
  for (let i = 16; i < 64; i++) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)]
    const first = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)
    const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10)
    words[i] = at(words, i - 16) + first + at(words, i - 7) + second
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = initialState
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const sumE = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)
    const next = (h + sumE + choice + at(constants, i) + at(words, i)) | 0
    const sumA = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)
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
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + at(initialState, i)
  return state
}
