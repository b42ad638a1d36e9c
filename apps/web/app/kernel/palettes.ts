import { paletteCss } from '../ui/palette.ts'

const cache = new Map<string, string>()

export function getPaletteCss(primary: string): string {
  const css = cache.get(primary) ?? paletteCss(primary)
  cache.set(primary, css)
  return css
}
