const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

// Cutting into words by script is slow; past this a guess by spaces is good enough.
const longestCounted = 40_000

/** Words as people count them, in scripts without spaces too; Markdown's own signs are not words. */
export function countWords(text: string): number {
  if (text.length > longestCounted)
    return text.split(/\s+/u).filter((part) => /\p{L}|\p{N}/u.test(part)).length
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count++
  return count
}
