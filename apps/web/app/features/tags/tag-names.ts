/** Tags as people type them: separated by commas or spaces of any script, each once. */
export function toTagNames(text: string): string[] {
  return [...new Set(text.split(/[\s,،、，;]+/u).filter(Boolean))]
}
