const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

// Intl.Segmenter is slow on long texts; beyond this, splitting at spaces is good enough.
const maxSegmentedLength = 40_000

/** Also counts words in scripts without spaces; ignores Markdown syntax. */
export function countWords(text: string): number {
  if (text.length > maxSegmentedLength)
    return text.split(/\s+/u).filter((part) => /\p{L}|\p{N}/u.test(part)).length
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count++
  return count
}
