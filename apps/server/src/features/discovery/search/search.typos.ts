/** The word and its single-character deletions. */
export function deletionVariants(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

type KnownWord = { word: string; titles: number }

/** Returns null when the word is known or none is similar. */
export function findNearest(word: string, known: readonly KnownWord[]): string | null {
  if (known.some((other) => other.word === word)) return null
  const maxDistance = word.length < 6 ? 1 : 2
  const candidates = known
    .map((other) => ({ ...other, distance: editDistance(word, other.word) }))
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((first, second) => first.distance - second.distance || second.titles - first.titles)
  return candidates[0]?.word ?? null
}

/** Damerau-Levenshtein distance (optimal string alignment). */
export function editDistance(first: string, second: string): number {
  const [from, to] = [[...first], [...second]]
  let [beforeLast, last] = [[] as number[], from.map((_, at) => at).concat(from.length)]
  for (const [row, letter] of to.entries()) {
    const current = [row + 1]
    for (const [at, other] of from.entries()) {
      const changed = cell(last, at) + (letter === other ? 0 : 1)
      const isSwapped = row > 0 && at > 0 && letter === from[at - 1] && other === to[row - 1]
      const swapped = isSwapped ? cell(beforeLast, at - 1) + 1 : Infinity
      current.push(Math.min(changed, swapped, cell(current, at) + 1, cell(last, at + 1) + 1))
    }
    beforeLast = last
    last = current
  }
  return last.at(-1) ?? 0
}

function cell(row: readonly number[], at: number) {
  return row[at] ?? Infinity
}
