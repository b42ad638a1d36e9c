import { contrast, luminance, mix, type Oklch, type Palette, toHex, toOklch } from './color.ts'
import { coloredHeaderRules, headerOf, headerPalette, pageAnd } from './header-colors.ts'

type Theme = 'light' | 'dark'

export const DEFAULT_PRIMARY = '#0033ff'

const TEXT = 4.5
const CONTROL = 3

// At this luminance black and white text have the same contrast (4.58:1).
const blackOrWhite = (fill: string) => (luminance(fill) > 0.1791 ? '#000000' : '#ffffff')

/** Moves the lightness away from the backgrounds until all meet the contrast ratio. */
function adjustContrast(color: Oklch, backgrounds: string[], ratio: number, theme: Theme): string {
  const step = theme === 'light' ? -0.005 : 0.005
  let current = color
  let hex = toHex(current)
  while (backgrounds.some((b) => contrast(hex, b) < ratio) && current.l > 0 && current.l < 1) {
    current = { ...current, l: current.l + step }
    hex = toHex(current)
  }
  return hex
}

function surfaces(p: Oklch, theme: Theme) {
  const tone = (l: number, share: number) => toHex({ l, c: p.c * share, h: p.h })
  return theme === 'light'
    ? {
        paper: tone(0.995, 0.008),
        raised: '#ffffff',
        wash: tone(0.971, 0.018),
        wash2: tone(0.942, 0.03),
      }
    : {
        paper: tone(0.178, 0.045),
        raised: tone(0.222, 0.052),
        wash: tone(0.216, 0.05),
        wash2: tone(0.262, 0.06),
      }
}

function accents(primary: string, p: Oklch, theme: Theme, s: ReturnType<typeof surfaces>) {
  const light = theme === 'light'
  const fill: Oklch = light
    ? { ...p, l: Math.min(p.l, 0.86) }
    : { ...p, l: Math.min(0.82, Math.max(0.54, p.l)), c: Math.min(p.c, 0.23) }
  const accent = toHex(fill)
  const onAccent = blackOrWhite(accent)
  const tintBase = light ? primary : toHex({ ...p, l: Math.min(p.l, 0.6) })
  const tint = mix(tintBase, s.paper, light ? 0.07 : 0.2)
  const text: Oklch = light
    ? { ...p, l: Math.min(p.l, 0.5) }
    : { ...p, l: Math.max(p.l, 0.745), c: Math.min(p.c, 0.135) }
  const ink = adjustContrast(text, [s.paper, s.raised, s.wash, s.wash2, tint], TEXT, theme)
  const control = adjustContrast(fill, [s.paper, s.raised, s.wash], CONTROL, theme)
  return {
    accent,
    'on-accent': onAccent,
    'accent-hover': mix(accent, onAccent === '#000000' ? '#ffffff' : '#000000', 0.86),
    'accent-ink': ink,
    'accent-tint': tint,
    'accent-line': mix(ink, s.paper, light ? 0.3 : 0.45),
    // Borders of filled controls and checked boxes: the brand color with at least 3:1 contrast.
    control,
    'on-control': blackOrWhite(control),
    selection: mix(accent, s.paper, light ? 0.2 : 0.4),
    'row-on': mix(tint, s.paper, 0.65),
    'line-mark': mix(accent, s.wash, light ? 0.12 : 0.28),
  }
}

/** Hues independent of the primary color: light [l, c, h], then dark [l, c, h]. */
const FIXED = {
  ok: [0.47, 0.115, 155, 0.785, 0.13, 155],
  warn: [0.495, 0.105, 68, 0.82, 0.115, 80],
  bad: [0.505, 0.185, 27, 0.76, 0.125, 25],
  gold: [0.66, 0.13, 82, 0.8, 0.125, 85],
  silver: [0.64, 0.012, 260, 0.78, 0.012, 260],
  bronze: [0.58, 0.095, 50, 0.68, 0.095, 52],
  'syn-str': [0.46, 0.1, 155, 0.8, 0.105, 155],
  'syn-num': [0.49, 0.12, 48, 0.81, 0.105, 62],
  'syn-fn': [0.44, 0.14, 312, 0.81, 0.095, 312],
  'syn-type': [0.46, 0.08, 215, 0.81, 0.08, 215],
} as const

/** Backgrounds of notices. */
const TINTS = {
  ok: [0.958, 0.032, 155, 0.268, 0.042, 160],
  warn: [0.974, 0.022, 85, 0.245, 0.026, 75],
  bad: [0.962, 0.02, 25, 0.275, 0.055, 25],
} as const

/** Backgrounds of changed words in a diff. */
const MARKS = {
  ok: [0.89, 0.085, 155, 0.41, 0.075, 158],
  bad: [0.885, 0.065, 25, 0.43, 0.1, 25],
} as const

type Pair = readonly [number, number, number, number, number, number]

function fixedTone(pair: Pair, theme: Theme): Oklch {
  const [l, c, h] = theme === 'light' ? pair.slice(0, 3) : pair.slice(3)
  return { l: l ?? 0, c: c ?? 0, h: h ?? 0 }
}

function statuses(theme: Theme, s: ReturnType<typeof surfaces>, ink: string): Palette {
  const out: Palette = {}
  for (const [name, pair] of Object.entries(TINTS)) {
    out[`${name}-tint`] = toHex(fixedTone(pair, theme))
  }
  for (const [name, pair] of Object.entries(FIXED)) {
    const isMedal = name === 'gold' || name === 'silver' || name === 'bronze'
    const tint = out[`${name}-tint`]
    const backgrounds = [s.paper, s.raised, s.wash, s.wash2, ...(tint ? [tint] : [])]
    out[name] = isMedal
      ? adjustContrast(fixedTone(pair, theme), [s.paper, s.raised], CONTROL, theme)
      : adjustContrast(fixedTone(pair, theme), backgrounds, TEXT, theme)
  }
  const bad = out['bad'] ?? ink
  out['on-bad'] = blackOrWhite(bad)
  out['bad-hover'] = mix(bad, out['on-bad'] === '#000000' ? '#ffffff' : '#000000', 0.86)
  out['ok-mark'] = toHex(fixedTone(MARKS.ok, theme))
  out['bad-mark'] = toHex(fixedTone(MARKS.bad, theme))
  // Red text on inverted surfaces: toasts and the bulk bar.
  const inverse = theme === 'light' ? { l: 0.8, c: 0.11, h: 25 } : { l: 0.5, c: 0.18, h: 27 }
  out['bad-inverse'] = adjustContrast(inverse, [ink], TEXT, theme === 'light' ? 'dark' : 'light')
  return out
}

function createPalette(primary: string, theme: Theme): Palette {
  const p = toOklch(primary)
  const light = theme === 'light'
  const s = surfaces(p, theme)
  const backgrounds = Object.values(s)
  const tone = (l: number, share: number): Oklch => ({ l, c: p.c * share, h: p.h })
  const text = (l: number, share: number) =>
    adjustContrast(tone(l, share), backgrounds, TEXT, theme)
  const ink = light ? text(0.205, 0.11) : text(0.94, 0.018)
  const lineStrong = toHex(light ? tone(0.815, 0.045) : tone(0.4, 0.065))
  const inputLine = light ? tone(0.63, 0.055) : tone(0.56, 0.065)
  return {
    paper: s.paper,
    raised: s.raised,
    wash: s.wash,
    'wash-2': s.wash2,
    ink,
    'ink-2': light ? text(0.395, 0.1) : text(0.8, 0.036),
    'ink-3': light ? text(0.505, 0.085) : text(0.69, 0.045),
    line: toHex(light ? tone(0.912, 0.03) : tone(0.292, 0.06)),
    'line-strong': lineStrong,
    'line-control': adjustContrast(inputLine, [s.paper, s.raised, s.wash], CONTROL, theme),
    'row-hover': mix(s.wash, s.paper, 0.6),
    segment: light ? s.raised : lineStrong,
    'inverse-hover': mix(s.paper, ink, 0.16),
    'chart-b': toHex(light ? tone(0.8, 0.2) : tone(0.46, 0.2)),
    ...accents(primary, p, theme, s),
    ...statuses(theme, s, ink),
    // Saturation and lightness; the hue comes from the avatar's class.
    'avatar-ground': light ? '42% 86%' : '24% 28%',
    'avatar-ink': light ? '60% 22%' : '45% 88%',
  }
}

/** What an admin chooses. The header has the color of the page unless it is colored. */
export type SiteColors = { primaryColor: string; hasColoredHeader?: boolean | undefined }

/** The background at the top of the page, for the frame that browsers draw around it. */
export function frameColor({ primaryColor, hasColoredHeader }: SiteColors, theme: Theme): string {
  const s = surfaces(toOklch(primaryColor), theme)
  return hasColoredHeader ? accents(primaryColor, toOklch(primaryColor), theme, s).accent : s.paper
}

export function palette(primary: string): { light: Palette; dark: Palette } {
  return { light: createPalette(primary, 'light'), dark: createPalette(primary, 'dark') }
}

const declarations = (tokens: Palette) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** Inlined in the document head. Plain values, for browsers without `oklch` or `light-dark`. */
export function paletteCss({ primaryColor, hasColoredHeader = false }: SiteColors): string {
  const key = `${primaryColor} ${hasColoredHeader}`
  const css = cssByColors.get(key) ?? createCss(palette(primaryColor), hasColoredHeader)
  cssByColors.set(key, css)
  return css
}

const cssByColors = new Map<string, string>()

function createCss({ light, dark }: ReturnType<typeof palette>, hasColoredHeader: boolean) {
  const rules = (root: string, scheme: Theme, tokens: Palette) => {
    const block = `{color-scheme:${scheme};${declarations(tokens)}}`
    if (!hasColoredHeader) return root + block
    return `${pageAnd(root)}${block}${headerOf(root)}{${declarations(headerPalette(tokens))}}`
  }
  return (
    rules(':root', 'light', light) +
    `@media (prefers-color-scheme:dark){${rules(':root:not([data-theme=light])', 'dark', dark)}}` +
    rules('[data-theme=dark]', 'dark', dark) +
    (hasColoredHeader ? coloredHeaderRules : '')
  )
}
