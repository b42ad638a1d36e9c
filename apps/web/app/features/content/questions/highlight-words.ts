export type TitlePart = { text: string; isHighlighted: boolean }

/** Words with the same prefix match: "starter" and "starters". */
const prefixLength = 4

export function highlightWords(title: string, input: string): TitlePart[] {
  const prefixes = new Set(splitWords(input).map(toPrefix))
  return title.split(/([\p{L}\p{N}]+)/u).flatMap((text, index) => {
    if (text === '') return []
    const isWord = index % 2 === 1
    return {
      text,
      isHighlighted: isWord && text.length >= prefixLength && prefixes.has(toPrefix(text)),
    }
  })
}

function splitWords(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= prefixLength)
}

function toPrefix(word: string): string {
  return word.toLowerCase().slice(0, prefixLength)
}
