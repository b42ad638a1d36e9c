/** Bands of the signature. Two texts that are 60% alike share at least one of them in nine of ten cases. */
const bandCount = 10
const bandLength = 3
const signatureLength = bandCount * bandLength

/** Shorter texts, such as a thank-you, are alike by chance. */
const minShingles = 12
/** The beginning of a long text is enough, and bounds the time. */
const maxCharacters = 10_000

/** The part of equal shingles from which texts count as nearly the same. */
export const minSimilarity = 0.6

/**
 * The MinHash of a text: for each of several hash functions, the smallest hash of its shingles. The part of equal values of two
 * signatures estimates the part of equal shingles. Empty for short texts.
 */
export function signatureOf(text: string): number[] {
  const shingles = shinglesOf(tokensOf(text))
  if (shingles.size < minShingles) return []
  const hashes = [...shingles].map(hash)
  return Array.from({ length: signatureLength }, (_, index) => {
    const seed = Math.imul(index + 1, 0x9e37_79b1)
    return hashes.reduce((least, one) => Math.min(least, mix(one ^ seed)), 0x7fff_ffff)
  })
}

/** Hashes of parts of the signature. Texts that are alike share at least one. */
export function bandsOf(signature: readonly number[]): number[] {
  if (signature.length === 0) return []
  return Array.from({ length: bandCount }, (_, band) =>
    signature
      .slice(band * bandLength, (band + 1) * bandLength)
      .reduce((sum, value) => mix(Math.imul(sum, 31) ^ value), band),
  )
}

export function similarityOf(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || one.length !== other.length) return 0
  return one.filter((value, index) => value === other[index]).length / one.length
}

const unspacedCharacter = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('|')
const unspaced = new RegExp(unspacedCharacter, 'u')
const token = new RegExp(`${unspacedCharacter}|[\\p{L}\\p{N}]+`, 'gu')

/** Words; in scripts without spaces, characters. */
function tokensOf(text: string): string[] {
  return normalizeText(text.slice(0, maxCharacters)).match(token) ?? []
}

/** Words and pairs of words; characters in groups of two and three. Single words keep texts alike when some are replaced. */
function shinglesOf(tokens: readonly string[]): Set<string> {
  const shingles = new Set<string>()
  for (const [index, one] of tokens.entries()) {
    const shortest = unspaced.test(one) ? 2 : 1
    for (const length of [shortest, shortest + 1]) {
      const window = tokens.slice(index, index + length)
      if (window.length === length) shingles.add(window.join(' '))
    }
  }
  return shingles
}

/** Letters of other scripts that look like Latin letters. */
const lookalikes = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    ё: 'e',
    з: '3',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    ɡ: 'g',
    ı: 'i',
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
  }),
)

const digitLetters: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Without what spammers vary: case, width, accents, invisible characters, lookalike letters, digits and links. */
export function normalizeText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .toLowerCase()
    .replace(/\bhttps?:\/\/\S+/g, ' ')
  return [...plain]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replace(/(?<=[a-z])[013457](?=[a-z])/g, (digit) => digitLetters[digit] ?? digit)
    .replace(/\d+/g, '0')
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c_9dc5
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x0100_0193)
  return value
}

/** The finalizer of MurmurHash3: every bit of the input changes every bit of the result. */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
  return mixed ^ (mixed >>> 16)
}
