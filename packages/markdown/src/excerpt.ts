import { toPlainText } from './plain.ts'

const maxLength = 240
const ellipsis = '…'

// A single grapheme can have hundreds of combining marks.
const maxUnits = maxLength * 4

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The start of a rendered post as plain text, cut at a word boundary where possible. */
export function excerpt(html: string): string {
  const text = toPlainText(html)
  if (text.length <= maxLength) return text
  const end = endOfGraphemes(text, maxLength)
  if (end >= text.length) return text
  const shorter = text.slice(0, endOfGraphemes(text, maxLength - ellipsis.length))
  return cutAtSpace(shorter, text.charAt(shorter.length)) + ellipsis
}

/** The index after the first `count` graphemes. */
function endOfGraphemes(text: string, count: number): number {
  if (/^[\x20-\u02ff]*$/.test(text.slice(0, count + 1))) return Math.min(count, text.length)
  const head = text.slice(0, maxUnits)
  let seen = 0
  let end = 0
  for (const { index, segment } of segmenter.segment(head)) {
    // `maxUnits` may have cut the last one.
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
