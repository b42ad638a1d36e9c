import { limits } from '@stoa/contract/limits'

/** A word of a text, or a run of a script without spaces, as documents and queries both have it. */
export type Token = {
  /** Where it stands in the text. */
  start: number
  end: number
  /** One for each place it takes: the parts of an identifier, the pairs of a run. */
  words: string[]
  /** An identifier with its parts run together, as people also type it. */
  joined: string | null
  isRun: boolean
}

// Han, Hiragana, Katakana, Hangul and Thai are written without spaces, or with other ones than words have.
const run = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30FC\u3005\u3006]`
const letter = String.raw`[[\p{L}\p{N}]--${run}]`
const rest = String.raw`[[\p{L}\p{N}\p{M}_]--${run}]`
// Linear: once a letter has matched, nothing behind it can fail, and before it there are at most a few underscores.
const token = new RegExp(
  String.raw`(\.?_{0,4}${letter}${rest}*(?:[.\-]_{0,4}${letter}${rest}*)*(?:\+\+|#)?)|${run}+`,
  'gv',
)

/** No text that people may write is longer. */
const mostText = limits.body.max
/** Longer ones are cut: nobody types them, and an index has no room for them. */
const longest = 64
/**
 * `normalize` takes quadratic time for long sequences of combining marks, so it only gets short pieces.
 * Long enough for a word of full length with two marks on each letter.
 */
const longestNormalized = 3 * longest
const shortPiece = new RegExp(`.{1,${longestNormalized}}`, 'gsu')

export function tokensOf(text: string): Token[] {
  return [...iterateTokens(text)]
}

/** The same, one after the other, for those who may stop early. */
export function* iterateTokens(text: string): Generator<Token> {
  const known = new Map<string, string[]>()
  for (const match of text.slice(0, mostText).matchAll(token)) {
    const [written, wordText] = match
    const isRun = wordText === undefined
    const words = isRun ? pairsOf(written) : (known.get(written) ?? partsOf(written))
    if (words.length === 0) continue
    if (!isRun) known.set(written, words)
    const joined = !isRun && words.length > 1 ? joinedOf(words) : null
    yield { start: match.index, end: match.index + written.length, words, joined, isRun }
  }
}

/** Overlapping pairs of characters; a single one stays alone. */
function pairsOf(text: string) {
  const characters = [...normalizeRun(text)]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

function normalizeRun(text: string) {
  if (text.length <= longestNormalized) return text.normalize('NFKC')
  return text.replaceAll(shortPiece, (piece) => piece.normalize('NFKC'))
}

/** Most words of most texts: they have no parts and nothing to fold. */
const isPlain = /^[A-Z]?[a-z0-9]{1,63}$/

function partsOf(written: string): string[] {
  if (isPlain.test(written)) return [written.toLowerCase()]
  // A sign that belongs to the name, as in C++, C# and .NET.
  if (/^.{1,3}(?:\+\+|#)$/u.test(written) || /^\.net$/i.test(written)) return [fold(written)]
  return written
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .split(/[._+#-]+/u)
    .map((part) => fold(part.slice(0, longestNormalized)).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, ''))
    .filter((part) => part !== '')
    .map((part) => part.slice(0, longest).toWellFormed())
}

function joinedOf(words: readonly string[]) {
  const joined = words.join('')
  return /^\d+$/.test(joined) ? null : joined.slice(0, longest).toWellFormed()
}

const isAscii = /^[ -~]*$/

/** Small letters, without the marks that people leave out when they search. */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replaceAll(/\u0640|(?<=\p{Script=Arabic})\p{Mn}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .normalize('NFKC')
}

/** A word, and in Arabic the same without the article. */
export function variantsOf(word: string): string[] {
  const bare = word.replace(/^[وبفك]?ال(?=.{2})/u, '')
  return bare === word ? [word] : [word, bare]
}

/** What has a meaning to stemming: the words of the Latin alphabet. */
export function isStemmed(word: string) {
  return /^[a-z]{3,}$/.test(word)
}

/** Whether someone may have mistyped it: words, not numbers, and long enough to be told apart. */
export function isSpelled(word: string) {
  return /^\p{L}{4,40}$/u.test(word)
}

/** The words of a text that can be offered to someone who mistyped one of them. */
export function spelledWordsOf(text: string): string[] {
  const words = tokensOf(text)
    .filter(({ isRun }) => !isRun)
    .flatMap(({ words: parts, joined }) => (joined === null ? parts : [...parts, joined]))
  return [...new Set(words.filter(isSpelled))].toSorted()
}
