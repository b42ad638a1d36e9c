import { describe, expect, it } from 'vitest'
import { contrast, mix, toHex, toOklch } from './colour.ts'
import { DEFAULT_PRIMARY, palette, paletteCss, type Palette } from './palette.ts'

const GROUNDS = ['paper', 'raised', 'wash', 'wash-2']

const TEXT_PAIRS: [text: string, grounds: string[]][] = [
  ['ink', [...GROUNDS, 'accent-tint', 'ok-tint', 'warn-tint', 'bad-tint', 'row-on', 'row-hover']],
  ['ink', ['ok-mark', 'bad-mark', 'selection', 'line-mark', 'segment']],
  ['ink-2', [...GROUNDS, 'row-on', 'row-hover', 'accent-tint', 'ok-tint', 'warn-tint', 'bad-tint']],
  ['ink-3', [...GROUNDS, 'row-on', 'row-hover']],
  ['accent-ink', [...GROUNDS, 'accent-tint']],
  ['on-accent', ['accent', 'accent-hover']],
  ['ok', [...GROUNDS, 'ok-tint']],
  ['warn', [...GROUNDS, 'warn-tint']],
  ['bad', [...GROUNDS, 'bad-tint']],
  ['on-bad', ['bad', 'bad-hover']],
  ['paper', ['ink', 'inverse-hover']],
  ['bad-inverse', ['ink']],
  ['syn-str', ['wash']],
  ['syn-num', ['wash']],
  ['syn-fn', ['wash']],
  ['syn-type', ['wash']],
]

const CONTROL_PAIRS: [part: string, grounds: string[]][] = [
  ['line-control', ['paper', 'raised']],
  ['control', ['paper', 'raised']],
  ['on-control', ['control']],
  ['accent-ink', ['paper', 'raised', 'wash']],
  ['gold', ['paper', 'raised']],
  ['silver', ['paper', 'raised']],
  ['bronze', ['paper', 'raised']],
]

// mulberry32: the same 200 colours on every run.
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
  return pairs.flatMap(([name, grounds]) =>
    grounds
      .map((ground) => ({ ground, ratio: contrast(tokens[name] ?? '', tokens[ground] ?? '') }))
      .filter((found) => !(found.ratio >= ratio))
      .map((found) => `${name} on ${found.ground}: ${found.ratio.toFixed(2)}`),
  )
}

describe('the palette', () => {
  const edges = ['#ffffff', '#000000', '#808080', '#f5b301', '#ffff00', DEFAULT_PRIMARY]
  it.each([...edges, ...primaries(200)])('keeps contrast for %s in both themes', (primary) => {
    const { light, dark } = palette(primary)
    for (const tokens of [light, dark]) {
      expect(failures(tokens, TEXT_PAIRS, 4.5)).toEqual([])
      expect(failures(tokens, CONTROL_PAIRS, 3)).toEqual([])
    }
  })

  it('keeps the default primary as it is', () => {
    expect(palette(DEFAULT_PRIMARY).light['accent']).toBe('#0033ff')
  })

  it('writes both themes as plain properties', () => {
    const css = paletteCss(DEFAULT_PRIMARY)
    expect(css).toMatch(/^:root\{color-scheme:light;/)
    expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-theme=light]){')
    expect(css).not.toMatch(/oklch|light-dark|color-mix|NaN|undefined|</)
  })
})

describe('colour arithmetic', () => {
  it('converts to OKLCH and back without loss', () => {
    for (const hex of primaries(50)) expect(toHex(toOklch(hex))).toBe(hex)
  })

  it('gives up chroma, not lightness, outside sRGB', () => {
    expect(toOklch(toHex({ l: 0.7, c: 0.4, h: 250 })).l).toBeCloseTo(0.7, 2)
  })

  it('measures and mixes as WCAG and OKLab say', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(mix('#ffffff', '#000000', 1)).toBe('#ffffff')
  })
})
