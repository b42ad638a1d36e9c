import { contrast, mix, type Palette } from './color.ts'

const TEXT = 4.5
const CONTROL = 3

/** A share of `top` over the background, and more of it until all backgrounds have the contrast ratio. */
function blend(top: string, share: number, ratio: number, backgrounds: [string, ...string[]]) {
  for (let current = share; current < 1; current += 0.02) {
    const hex = mix(top, backgrounds[0], current)
    if (backgrounds.every((background) => contrast(hex, background) >= ratio)) return hex
  }
  return top
}

/**
 * What the tokens are within a header in the primary color. Text is black or white; fields and what is hovered move towards it if it
 * stays readable on them, otherwise away from it.
 */
export function headerPalette({ accent = '', 'on-accent': text = '' }: Palette): Palette {
  const away = text === '#000000' ? '#ffffff' : '#000000'
  const isReadable = contrast(text, mix(text, accent, 0.22)) >= TEXT
  const tone = (share: number) => mix(isReadable ? text : away, accent, share)
  const [wash, wash2] = [tone(0.13), tone(0.22)]
  const line = blend(text, 0.5, CONTROL, [accent, wash])
  return {
    paper: accent,
    raised: accent,
    wash,
    'wash-2': wash2,
    ink: text,
    'ink-2': blend(text, 0.88, TEXT, [accent, wash, wash2]),
    'ink-3': blend(text, 0.76, TEXT, [accent, wash, wash2]),
    line: mix(text, accent, 0.2),
    'line-strong': line,
    'line-control': line,
    accent: text,
    'on-accent': accent,
    'accent-hover': blend(text, 0.88, TEXT, [accent]),
    'accent-ink': text,
    control: text,
    selection: mix(away, accent, 0.45),
    ok: text,
    bad: text,
  }
}

/** What opens from the header has the colors of the page. */
const panels = 'header :is(.shadow-menu,.congratulation)'

/** The selector of the page, and that of all that has its colors. */
export const pageAnd = (root: string) => `${root},${root} ${panels}`
export const headerOf = (root: string) => `${root} body>header`

export const coloredHeaderRules =
  `body>header,${panels}{color:var(--ink)}` +
  `@media (prefers-contrast:more){${panels}{` +
  [
    'ink-2:var(--ink)',
    'ink-3:var(--ink)',
    'line:var(--line-control)',
    'line-strong:var(--line-control)',
  ]
    .map((declaration) => `--${declaration}!important`)
    .join(';') +
  '}}'
