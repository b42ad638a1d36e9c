/** Longer words are cut, so that matching stays linear in the length of the text. */
const maxWordLength = 64

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Text in a form that word patterns are matched with. */
type MatchedText = { words: string; distinctWords: string; characters: string }

type Matcher = (text: MatchedText) => boolean

/**
 * Whether a text contains one of the patterns: whole words or phrases, where `*` stands for any letters of one word.
 * Patterns in scripts without spaces match anywhere.
 */
export function createWordMatcher(patterns: readonly string[]): (text: string) => boolean {
  const matchers = patterns.map(createMatcher)
  return (text) => {
    const plain = normalize(text)
    const words = wordsOf(plain, /[\p{L}\p{N}\p{M}]+/gu)
    const matched = {
      words: joinWords(words),
      distinctWords: joinWords([...new Set(words)]),
      characters: plain.replace(/\s+/g, ''),
    }
    return matchers.some((matches) => matches(matched))
  }
}

function createMatcher(pattern: string): Matcher {
  const plain = normalize(pattern)
  if (unspaced.test(plain)) {
    const characters = plain.replace(/[\s*]+/g, '')
    return (text) => text.characters.includes(characters)
  }
  const words = wordsOf(plain, /[\p{L}\p{N}\p{M}*]+/gu)
  const parts = joinWords(words).replace(/^ \*+/, '').replace(/\*+ $/, '').split(/\*+/)
  return (text) => containsParts(words.length === 1 ? text.distinctWords : text.words, parts)
}

function joinWords(words: readonly string[]) {
  return ` ${words.join(' ')} `
}

/** Whether the parts follow each other with nothing but letters of the same word between them. */
function containsParts(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  if (!parts.every((part) => text.includes(part))) return false
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    if (followsAll(text, at + first.length, rest)) return true
  }
  return false
}

function followsAll(text: string, start: number, parts: readonly string[]): boolean {
  let position = start
  for (const part of parts) {
    // A part starts in the word that the last one ended in, and may go on after it.
    const wordEnd = text.indexOf(' ', position)
    const searched = text.slice(position, wordEnd + part.length)
    const found = searched.indexOf(part)
    if (wordEnd === -1 || found === -1) return false
    position += found + part.length
  }
  return true
}

/** Without characters that are invisible, and without differences of width and case. */
function normalize(text: string) {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
}

function wordsOf(text: string, word: RegExp) {
  return [...text.matchAll(word)].map(([found]) => found.slice(0, maxWordLength))
}
