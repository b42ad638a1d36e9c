import type { Ruler } from 'markdown-it'

/** Copies a built-in rule before `ruler.at` overwrites it in place. */
export function originalRule<Args extends unknown[], Result>(
  ruler: Ruler<Args, Result>,
  name: string,
): { fn: (...args: Args) => Result; alt: string[] } {
  const rule = ruler.__rules__.find((candidate) => candidate.name === name)
  if (!rule) throw new Error(`markdown-it has no rule ${name}`)
  return { fn: rule.fn, alt: rule.alt }
}
