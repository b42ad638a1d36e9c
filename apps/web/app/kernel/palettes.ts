import { paletteCss } from '../ui/palette.ts'

const known = new Map<string, string>()

/** The palette of a primary colour; computed once for each. */
export function palettes(primary: string): string {
  const css = known.get(primary) ?? paletteCss(primary)
  known.set(primary, css)
  return css
}
