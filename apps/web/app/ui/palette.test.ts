import { describe, expect, it } from 'vitest'
import { contrast, mix, type Palette, toHex, toOklch } from './color.ts'
import { headerPalette } from './header-colors.ts'
import { DEFAULT_PRIMARY, frameColor, palette, paletteCss } from './palette.ts'

const BACKGROUNDS = ['paper', 'raised', 'wash', 'wash-2']

const TEXT_PAIRS: [text: string, backgrounds: string[]][] = [
  [
    'ink',
    [...BACKGROUNDS, 'accent-tint', 'ok-tint', 'warn-tint', 'bad-tint', 'row-on', 'row-hover'],
  ],
  ['ink', ['ok-mark', 'bad-mark', 'selection', 'line-mark', 'segment']],
  [
    'ink-2',
    [...BACKGROUNDS, 'row-on', 'row-hover', 'accent-tint', 'ok-tint', 'warn-tint', 'bad-tint'],
  ],
  ['ink-3', [...BACKGROUNDS, 'row-on', 'row-hover']],
  ['accent-ink', [...BACKGROUNDS, 'accent-tint']],
  ['on-accent', ['accent', 'accent-hover']],
  ['ok', [...BACKGROUNDS, 'ok-tint']],
  ['warn', [...BACKGROUNDS, 'warn-tint']],
  ['bad', [...BACKGROUNDS, 'bad-tint']],
  ['on-bad', ['bad', 'bad-hover']],
  ['paper', ['ink', 'inverse-hover']],
  ['bad-inverse', ['ink']],
  ['syn-str', ['wash']],
  ['syn-num', ['wash']],
  ['syn-fn', ['wash']],
  ['syn-type', ['wash']],
]

const CONTROL_PAIRS: [part: string, backgrounds: string[]][] = [
  ['line-control', ['paper', 'raised']],
  ['control', ['paper', 'raised']],
  ['on-control', ['control']],
  ['accent-ink', ['paper', 'raised', 'wash']],
  ['gold', ['paper', 'raised']],
  ['silver', ['paper', 'raised']],
  ['bronze', ['paper', 'raised']],
]

const HEADER_TEXT_PAIRS: typeof TEXT_PAIRS = [
  ['ink', ['paper', 'raised', 'wash', 'wash-2', 'selection']],
  ['ink-2', ['paper', 'raised', 'wash', 'wash-2']],
  ['ink-3', ['paper', 'raised', 'wash', 'wash-2']],
  ['on-accent', ['accent', 'accent-hover']],
  ['ok', ['paper', 'wash-2']],
  ['bad', ['paper', 'wash-2']],
]

const HEADER_CONTROL_PAIRS: typeof CONTROL_PAIRS = [
  ['accent-ink', ['paper', 'raised', 'wash', 'wash-2']],
  ['accent', ['paper']],
  ['control', ['paper']],
  ['line-control', ['paper', 'wash']],
]

// mulberry32: the same 200 colors on every run.
function* primaries(count: number): Generator<string> {
  let state = 20260101
  for (let i = 0; i < count; i++) {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    yield `#${((t ^ (t >>> 14)) >>> 8).toString(16).padStart(6, '0')}`
  }
}

function failures(tokens: Palette, pairs: typeof TEXT_PAIRS, ratio: number): string[] {
  return pairs.flatMap(([name, backgrounds]) =>
    backgrounds
      .map((background) => ({
        background,
        ratio: contrast(tokens[name] ?? '', tokens[background] ?? ''),
      }))
      .filter((pair) => !(pair.ratio >= ratio))
      .map((pair) => `${name} on ${pair.background}: ${pair.ratio.toFixed(2)}`),
  )
}

describe('palette', () => {
  const edges = ['#ffffff', '#000000', '#808080', '#f5b301', '#ffff00', DEFAULT_PRIMARY]
  it.each([...edges, ...primaries(200)])('has enough contrast in both themes for %s', (primary) => {
    const { light, dark } = palette(primary)
    for (const tokens of [light, dark]) {
      expect(failures(tokens, TEXT_PAIRS, 4.5)).toEqual([])
      expect(failures(tokens, CONTROL_PAIRS, 3)).toEqual([])
    }
  })

  it.each([...edges, ...primaries(200)])('has enough contrast in a header of %s', (primary) => {
    const { light, dark } = palette(primary)
    for (const tokens of [light, dark].map(headerPalette)) {
      expect(failures(tokens, HEADER_TEXT_PAIRS, 4.5)).toEqual([])
      expect(failures(tokens, HEADER_CONTROL_PAIRS, 3)).toEqual([])
      expect(tokens['wash']).not.toBe(tokens['paper'])
    }
  })

  it('draws the header in the primary color, and what opens from it like the page', () => {
    const css = paletteCss({ primaryColor: DEFAULT_PRIMARY, hasColoredHeader: true })
    expect(css).toContain(':root body>header{--paper:#0033ff;')
    expect(css).toContain('[data-theme=dark],[data-theme=dark] header :is(.shadow-menu')
    expect(paletteCss({ primaryColor: DEFAULT_PRIMARY })).not.toContain('header')
  })

  it('draws the frame of the browser like the top of the page', () => {
    const primaryColor = DEFAULT_PRIMARY
    const { light, dark } = palette(primaryColor)
    expect(frameColor({ primaryColor }, 'light')).toBe(light['paper'])
    expect(frameColor({ primaryColor, hasColoredHeader: true }, 'light')).toBe(light['accent'])
    expect(frameColor({ primaryColor, hasColoredHeader: true }, 'dark')).toBe(dark['accent'])
  })

  it('uses the default primary color unchanged', () => {
    expect(palette(DEFAULT_PRIMARY).light['accent']).toBe('#0033ff')
  })

  it('writes both themes as custom properties without color functions', () => {
    const css = paletteCss({ primaryColor: DEFAULT_PRIMARY })
    expect(css).toMatch(/^:root\{color-scheme:light;/)
    expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-theme=light]){')
    expect(css).not.toMatch(/oklch|light-dark|color-mix|NaN|undefined|</)
  })
})

describe('color conversion', () => {
  it('converts to OKLCH and back without loss', () => {
    for (const hex of primaries(50)) expect(toHex(toOklch(hex))).toBe(hex)
  })

  it('reduces chroma and not lightness outside of sRGB', () => {
    expect(toOklch(toHex({ l: 0.7, c: 0.4, h: 250 })).l).toBeCloseTo(0.7, 2)
  })

  it('computes WCAG contrast and mixes in OKLab', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(mix('#ffffff', '#000000', 1)).toBe('#ffffff')
  })
})
