export type Pattern = { line: string; regex: RegExp | null }

/** `regex` is null where a line in slashes is no regular expression. */
export function parsePatterns(lines: readonly string[]): Pattern[] {
  return lines.map((line) => ({ line, regex: toRegex(line) }))
}

/** The line that matches, or null. */
export function findMatch(text: string, patterns: readonly Pattern[]): string | null {
  return patterns.find(({ regex }) => regex?.test(text) ?? false)?.line ?? null
}

function toRegex(line: string): RegExp | null {
  const source = /^\/(.+)\/$/.exec(line)?.[1]
  if (source === undefined) return new RegExp(wholeWords(line), 'iu')
  try {
    return new RegExp(source, 'iu')
  } catch {
    return null
  }
}

/** Not inside of other words: “ass” does not match “class”. */
function wholeWords(words: string): string {
  const escaped = words
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s+`)
  return String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`
}
