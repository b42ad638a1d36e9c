const maxSlugLength = 80
const maxTagLength = 35

// Unicode normalization takes quadratic time on long runs of combining marks.
const maxInputLength = 500

/** The readable part of a question URL: letters and digits of any script, words joined by dashes. */
export function slug(title: string, fallback = 'topic'): string {
  const words = foldLatin(title.slice(0, maxInputLength))
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return cutAtDash(words, maxSlugLength) || fallback
}

/** The URL slug of a tag; empty when the name has no usable character. */
export function tagSlug(name: string): string {
  const cleaned = name
    .slice(0, maxInputLength)
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{N}\p{M}+.#\-_]/gu, '')
  return [...cleaned].slice(0, maxTagLength).join('').replace(/-+$/, '')
}

// Combining marks are removed from Latin letters only: in Arabic, Hindi or Thai they are part of the word.
function foldLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/[ßæœøđðłþı]/giu, (letter) => latinLetters[letter.toLowerCase()] ?? letter)
    .normalize('NFC')
}

const latinLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

function cutAtDash(words: string, maxLength: number): string {
  const characters = [...words]
  if (characters.length <= maxLength) return words
  const cut = characters.slice(0, maxLength + 1)
  const dash = cut.lastIndexOf('-')
  // Scripts without spaces and very long words have no dash to cut at.
  return dash > maxLength / 2 ? cut.slice(0, dash).join('') : cut.slice(0, maxLength).join('')
}
