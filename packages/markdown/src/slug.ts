const slugLength = 80
const tagLength = 35

// Unicode normalization takes quadratic time on long runs of combining marks.
const maxInput = 500

/** The readable part of a question's address: letters and digits of any script, words joined by dashes. */
export function slug(title: string, fallback = 'topic'): string {
  const words = foldLatin(title.slice(0, maxInput))
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return cutAtDash(words, slugLength) || fallback
}

/** The address of a tag; empty when the name has no usable character. */
export function tagSlug(name: string): string {
  const cleaned = name
    .slice(0, maxInput)
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{N}\p{M}+.#\-_]/gu, '')
  return [...cleaned].slice(0, tagLength).join('').replace(/-+$/, '')
}

// Marks are dropped from Latin letters only: in Arabic, Hindi or Thai they are part of the word.
function foldLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/[ßæœøđðłþı]/giu, (letter) => folded[letter.toLowerCase()] ?? letter)
    .normalize('NFC')
}

const folded: Record<string, string> = {
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

function cutAtDash(words: string, longest: number): string {
  const characters = [...words]
  if (characters.length <= longest) return words
  const cut = characters.slice(0, longest + 1)
  const dash = cut.lastIndexOf('-')
  // Scripts without spaces, and single very long words, have no dash to cut at.
  return dash > longest / 2 ? cut.slice(0, dash).join('') : cut.slice(0, longest).join('')
}
