/** OKLCH: lightness 0..1, chroma 0..0.4, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

/** Colors by the names of their tokens. */
export type Palette = Record<string, string>

type Triple = readonly [number, number, number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function hexToLinear(hex: string): Triple {
  const digits = hex.slice(1)
  const full = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits.slice(0, 6)
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255].map((v) =>
    toLinear(v / 255),
  ) as unknown as Triple
}

function linearToHex(rgb: Triple): string {
  const digits = rgb.map((v) =>
    Math.round(Math.min(1, Math.max(0, toGamma(v))) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

function linearToOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function oklabToLinear([L, a, b]: Triple): Triple {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function oklchToLinear({ l, c, h }: Oklch): Triple {
  const angle = (h * Math.PI) / 180
  return oklabToLinear([l, c * Math.cos(angle), c * Math.sin(angle)])
}

const isInGamut = (rgb: Triple) => rgb.every((v) => v >= -0.0001 && v <= 1.0001)

export function toOklch(hex: string): Oklch {
  const [l, a, b] = linearToOklab(hexToLinear(hex))
  const c = Math.hypot(a, b)
  return { l, c: c < 0.0005 ? 0 : c, h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

/** Reduces the chroma until the color fits into sRGB; lightness and hue stay. */
export function toHex(color: Oklch): string {
  const l = Math.min(1, Math.max(0, color.l))
  const rgb = oklchToLinear({ ...color, l })
  if (isInGamut(rgb)) return linearToHex(rgb)
  let low = 0
  let high = color.c
  for (let i = 0; i < 20; i++) {
    const c = (low + high) / 2
    if (isInGamut(oklchToLinear({ l, c, h: color.h }))) low = c
    else high = c
  }
  return linearToHex(oklchToLinear({ l, c: low, h: color.h }))
}

/** `share` of `top` over `bottom`, mixed in OKLab. */
export function mix(top: string, bottom: string, share: number): string {
  const a = linearToOklab(hexToLinear(top))
  const b = linearToOklab(hexToLinear(bottom))
  const blend = (i: 0 | 1 | 2) => a[i] * share + b[i] * (1 - share)
  return linearToHex(oklabToLinear([blend(0), blend(1), blend(2)]))
}

export function luminance(hex: string): number {
  const [r, g, b] = hexToLinear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
