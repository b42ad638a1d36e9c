import { limits } from '@stoa/contract/limits'

/** A word, or a run of characters in a script without spaces. Documents and queries use the same tokens. */
export type Token = {
  /** Offsets in the text. */
  start: number
  end: number
  /** One for each position: the parts of an identifier, the bigrams of a run. */
  words: string[]
  /** The parts of an identifier joined, as people also type it. */
  joined: string | null
  isRun: boolean
}

// Han, Hiragana, Katakana, Hangul and Thai do not separate words with spaces.
const run = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30FC\u3005\u3006]`
const letter = String.raw`[[\p{L}\p{N}]--${run}]`
const rest = String.raw`[[\p{L}\p{N}\p{M}_]--${run}]`
// Takes linear time: after a letter every part is optional, and at most four underscores are tried before one.
const token = new RegExp(
  String.raw`(\.?_{0,4}${letter}${rest}*(?:[.\-]_{0,4}${letter}${rest}*)*(?:\+\+|#)?)|${run}+`,
  'gv',
)

const maxTextLength = limits.body.max
/** Longer words are truncated: nobody types them, and index entries are limited. */
const maxWordLength = 64
/**
 * `normalize` is quadratic for long sequences of combining marks, so it only gets short pieces: a word of
 * maximum length with two marks on each letter.
 */
const maxNormalizedLength = 3 * maxWordLength
const shortPiece = new RegExp(`.{1,${maxNormalizedLength}}`, 'gsu')

export function tokenize(text: string): Token[] {
  return [...iterateTokens(text)]
}

/** Lazy, for callers that stop early. */
export function* iterateTokens(text: string): Generator<Token> {
  const cache = new Map<string, string[]>()
  for (const match of text.slice(0, maxTextLength).matchAll(token)) {
    const [matched, wordText] = match
    const isRun = wordText === undefined
    const words = isRun ? toBigrams(matched) : (cache.get(matched) ?? splitIdentifier(matched))
    if (words.length === 0) continue
    if (!isRun) cache.set(matched, words)
    const joined = !isRun && words.length > 1 ? joinWords(words) : null
    yield { start: match.index, end: match.index + matched.length, words, joined, isRun }
  }
}

/** Overlapping pairs of characters, or a single character. */
function toBigrams(text: string) {
  const characters = [...normalizeRun(text)]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

function normalizeRun(text: string) {
  if (text.length <= maxNormalizedLength) return text.normalize('NFKC')
  return text.replaceAll(shortPiece, (piece) => piece.normalize('NFKC'))
}

/** Fast path for most words: no parts, nothing to fold. */
const isPlain = /^[A-Z]?[a-z0-9]{1,63}$/

function splitIdentifier(matched: string): string[] {
  if (isPlain.test(matched)) return [matched.toLowerCase()]
  // Symbols that belong to the name, as in C++, C# and .NET.
  if (/^.{1,3}(?:\+\+|#)$/u.test(matched) || /^\.net$/i.test(matched)) return [fold(matched)]
  return matched
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .split(/[._+#-]+/u)
    .map((part) => fold(part.slice(0, maxNormalizedLength)).replaceAll(/[^\p{L}\p{N}\p{M}]/gu, ''))
    .filter((part) => part !== '')
    .map((part) => part.slice(0, maxWordLength).toWellFormed())
}

function joinWords(words: readonly string[]) {
  const joined = words.join('')
  return /^\d+$/.test(joined) ? null : joined.slice(0, maxWordLength).toWellFormed()
}

const isAscii = /^[ -~]*$/

/** Lowercase, without the diacritics that people omit when they search. */
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

/** In Arabic, also the word without its article. */
export function variantsOf(word: string): string[] {
  const bare = word.replace(/^[وبفك]?ال(?=.{2})/u, '')
  return bare === word ? [word] : [word, bare]
}

export function isStemmable(word: string) {
  return /^[a-z]{3,}$/.test(word)
}

/** Numbers and short words are too ambiguous to correct. */
export function isCorrectable(word: string) {
  return /^\p{L}{4,40}$/u.test(word)
}

export function listCorrectableWords(text: string): string[] {
  const words = tokenize(text)
    .filter(({ isRun }) => !isRun)
    .flatMap(({ words: parts, joined }) => (joined === null ? parts : [...parts, joined]))
  return [...new Set(words.filter(isCorrectable))].toSorted()
}
