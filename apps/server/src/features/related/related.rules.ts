/** A question that shares a tag with another: what the shared tags weigh, rare ones more. */
export type Candidate = { id: string; title: string; tagWeight: number }

/** A word is a weaker sign than a tag: people choose tags, words happen. */
const wordWeight = 0.5

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Titles meet again and again, and taking two hundred apart costs more than anything else on their page. */
const known = new Map<string, ReadonlySet<string>>()
const mostKnown = 10_000

/** The words of a title, each once; also in scripts that put no spaces between them. */
function wordsOf(title: string): ReadonlySet<string> {
  const before = known.get(title)
  if (before !== undefined) return before
  const parts = [...segmenter.segment(title.normalize('NFKC').toLowerCase())]
  const words = new Set(
    parts.filter((part) => part.isWordLike === true).map((part) => part.segment),
  )
  if (known.size >= mostKnown) known.clear()
  known.set(title, words)
  return words
}

/** The candidates that are most like a title, best first. Equal ones stay as they come. */
export function mostAlike<Found extends Candidate>(
  title: string,
  candidates: readonly Found[],
  limit: number,
): Found[] {
  const own = [...wordsOf(title)]
  const shared = candidates.map((candidate) => {
    const words = wordsOf(candidate.title)
    return own.filter((word) => words.has(word))
  })
  const weightOf = weigher(shared)
  return candidates
    .map((candidate, place) => ({
      candidate,
      weight: candidate.tagWeight + wordWeight * sum((shared[place] ?? []).map(weightOf)),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** A word that most candidates have, such as "how", says nothing; one that few have says almost everything. */
function weigher(lists: readonly (readonly string[])[]) {
  const counts = new Map<string, number>()
  for (const word of lists.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const all = lists.length + 1
  return (word: string) =>
    Math.max(0, Math.log(all / ((counts.get(word) ?? 0) + 0.5)) / Math.log(all)) ** 2
}

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}
