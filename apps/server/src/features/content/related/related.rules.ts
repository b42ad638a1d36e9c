/** `tagWeight` is the sum over the shared tags, where rare tags weigh more. */
export type Candidate = { id: string; title: string; tagWeight: number }

/** Words are a weaker signal than tags, which people choose on purpose. */
const wordWeight = 0.5

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Segmenting two hundred titles is the slowest part of a question page, and titles repeat. */
const wordsByTitle = new Map<string, ReadonlySet<string>>()
const maxCachedTitles = 10_000

/** Supports scripts without spaces. */
function wordsOf(title: string): ReadonlySet<string> {
  const cached = wordsByTitle.get(title)
  if (cached !== undefined) return cached
  const parts = [...segmenter.segment(title.normalize('NFKC').toLowerCase())]
  const words = new Set(
    parts.filter((part) => part.isWordLike === true).map((part) => part.segment),
  )
  if (wordsByTitle.size >= maxCachedTitles) wordsByTitle.clear()
  wordsByTitle.set(title, words)
  return words
}

/** Best first. Stable for equal weights. */
export function rankBySimilarity<Item extends Candidate>(
  title: string,
  candidates: readonly Item[],
  limit: number,
): Item[] {
  const titleWords = [...wordsOf(title)]
  const shared = candidates.map((candidate) => {
    const words = wordsOf(candidate.title)
    return titleWords.filter((word) => words.has(word))
  })
  const weightOf = createWordWeight(shared)
  return candidates
    .map((candidate, index) => ({
      candidate,
      weight: candidate.tagWeight + wordWeight * sum((shared[index] ?? []).map(weightOf)),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** Inverse document frequency: a word that most candidates share weighs nothing. */
function createWordWeight(lists: readonly (readonly string[])[]) {
  const counts = new Map<string, number>()
  for (const word of lists.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const total = lists.length + 1
  return (word: string) =>
    Math.max(0, Math.log(total / ((counts.get(word) ?? 0) + 0.5)) / Math.log(total)) ** 2
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((subtotal, number) => subtotal + number, 0)
}
