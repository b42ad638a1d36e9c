type Part = { text: string; isTarget: boolean }

/** Splits a text at the words that contain one of the targets. */
export function splitTargets(text: string, targets: readonly string[]): Part[] {
  const lower = targets.map((target) => target.toLowerCase())
  const parts: Part[] = []
  for (const word of text.split(/(\s+)/)) {
    const isTarget = lower.some((target) => word.toLowerCase().includes(target))
    const last = parts.at(-1)
    if (last !== undefined && last.isTarget === isTarget && !isTarget) last.text += word
    else if (word !== '') parts.push({ text: word, isTarget })
  }
  return parts
}
