/** A word and what is left of it without any one of its letters. */
export function shorterOf(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

type Known = { word: string; titles: number }

/** The known word that was most likely meant; null when it is known itself, or none is near. */
export function nearest(word: string, known: readonly Known[]): string | null {
  if (known.some((other) => other.word === word)) return null
  const most = word.length < 6 ? 1 : 2
  const near = known
    .map((other) => ({ ...other, distance: distanceOf(word, other.word) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, two) => one.distance - two.distance || two.titles - one.titles)
  return near[0]?.word ?? null
}

/** How many letters have to be added, left out, changed or swapped with their neighbour. */
export function distanceOf(one: string, two: string): number {
  const [from, to] = [[...one], [...two]]
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
