/** Splits input at spaces, commas and semicolons of any script, without duplicates. */
export function toTagNames(text: string): string[] {
  return [...new Set(text.split(/[\s,،、，;]+/u).filter(Boolean))]
}
