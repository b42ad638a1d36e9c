export type MarkedPart = { text: string; isMarked: boolean }

/** Words that begin alike are taken for the same one: "starter" and "starters". */
const alike = 4

/** A title with the words marked that someone has typed as well. */
export function markWords(title: string, typed: string): MarkedPart[] {
  const beginnings = new Set(wordsOf(typed).map(beginningOf))
  return title.split(/([\p{L}\p{N}]+)/u).flatMap((text, index) => {
    if (text === '') return []
    const isWord = index % 2 === 1
    return { text, isMarked: isWord && text.length >= alike && beginnings.has(beginningOf(text)) }
  })
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= alike)
}

function beginningOf(word: string): string {
  return word.toLowerCase().slice(0, alike)
}
