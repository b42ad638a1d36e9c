import { toPlainText } from './plain.ts'

const longest = 240
const ellipsis = '…'

// One "character" can be a pile of hundreds of combining marks.
const mostUnits = longest * 4

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The beginning of a rendered post as plain text: whole characters, whole words where there are any. */
export function excerpt(html: string): string {
  const text = toPlainText(html)
  if (text.length <= longest) return text
  const end = endOfCharacters(text, longest)
  if (end >= text.length) return text
  const shorter = text.slice(0, endOfCharacters(text, longest - ellipsis.length))
  return cutAtSpace(shorter, text.charAt(shorter.length)) + ellipsis
}

/** Where the first so many characters end, as a reader counts them. */
function endOfCharacters(text: string, count: number): number {
  if (/^[\x20-\u02ff]*$/.test(text.slice(0, count + 1))) return Math.min(count, text.length)
  const head = text.slice(0, mostUnits)
  let seen = 0
  let end = 0
  for (const { index, segment } of segmenter.segment(head)) {
    // The last one may have been cut by the limit above.
    const isWhole = head.length === text.length || index + segment.length < head.length
    if (seen === count || (!isWhole && seen > 0)) return end
    seen++
    end = index + segment.length
  }
  return end
}

function cutAtSpace(text: string, next: string): string {
  const space = text.lastIndexOf(' ')
  const isLate = space > text.length - 40
  return next !== ' ' && isLate ? text.slice(0, space) : text.trimEnd()
}
