// Presentation MathML that plugins may return. Nothing in it loads, links, styles or runs, and it contains no HTML: elements in
// which HTML may follow (annotation-xml) or that change how their parents parse (mglyph, malignmark) are left out.

import { oneOf, type Check, type SanitizerExtension } from './attributes.ts'

const flag = oneOf('true', 'false')
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value) ? value : null

/** Formulas of posts stay near their place. */
const maxLength = { em: 40, ex: 80, px: 640, pt: 480, mu: 720, '%': 100 }

const length: Check = (value) => {
  const [, size, unit] = /^([+-]?(?:\d+\.?\d*|\.\d+))(em|ex|px|pt|mu|%)?$/.exec(value) ?? []
  if (size === undefined || value.length > 20) return null
  const max = unit === undefined ? 10 : maxLength[unit as keyof typeof maxLength]
  return Math.abs(Number(size)) <= max ? value : null
}
const lengths: Check = (value) =>
  value.length <= 500 && value.split(' ').every((one) => length(one) !== null) ? value : null
const color = matching(/^(?:#[0-9a-f]{3,8}|[a-z]{1,30})$/i)
const words = matching(/^[a-z-]{1,20}(?: [a-z-]{1,20}){0,60}$/)
const span = matching(/^[1-9]\d?$/)

const global: Record<string, Check> = {
  displaystyle: flag,
  scriptlevel: matching(/^[+-]?\d$/),
  mathcolor: color,
  mathbackground: color,
  mathsize: length,
  mathvariant: matching(/^[a-z-]{1,25}$/),
}
const box: Record<string, Check> = { width: length, height: length, depth: length }
const operator: Record<string, Check> = {
  form: oneOf('prefix', 'infix', 'postfix'),
  lspace: length,
  rspace: length,
  minsize: length,
  maxsize: length,
  ...Object.fromEntries(
    ['stretchy', 'fence', 'separator', 'symmetric', 'largeop', 'movablelimits', 'accent'].map(
      (name) => [name, flag],
    ),
  ),
}
const cell: Record<string, Check> = { columnspan: span, rowspan: span, columnalign: words }

const own: Record<string, Record<string, Check>> = {
  math: { display: oneOf('block', 'inline') },
  mo: operator,
  mspace: { ...box, linebreak: words },
  mpadded: { ...box, lspace: length, voffset: length },
  mfrac: { linethickness: length },
  mover: { accent: flag },
  munder: { accentunder: flag },
  munderover: { accent: flag, accentunder: flag },
  menclose: { notation: words },
  mtable: {
    columnalign: words,
    rowalign: words,
    columnspacing: lengths,
    rowspacing: lengths,
    columnlines: words,
    rowlines: words,
    frame: words,
    side: words,
    width: length,
  },
  mtr: { columnalign: words, rowalign: words },
  mtd: cell,
  // The TeX of the formula, for excerpts and search.
  annotation: { encoding: oneOf('application/x-tex') },
}

const elements = new Set(
  [
    'math semantics annotation mrow mi mn mo ms mtext mspace mpadded mphantom mstyle merror menclose',
    'mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts',
    'mtable mtr mtd',
  ].flatMap((names) => names.split(' ')),
)

export const presentationMath: SanitizerExtension = {
  elements,
  attributes: new Map(
    [...elements].map((tag) => [tag, Object.entries({ ...global, ...own[tag] })]),
  ),
}

const phrasing = new Set(
  [
    'a span strong b em i u s del ins mark small sub sup br wbr img',
    'kbd code samp var q cite abbr bdi',
  ].flatMap((names) => names.split(' ')),
)

/**
 * Whether math is only in `math`, and nothing else is, so that all browsers parse it alike. For sanitized HTML. `isPhrasing`:
 * whether it may be part of a sentence.
 */
export function isWellFormed(html: string, isPhrasing: boolean): boolean {
  let mathDepth = 0
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    const isMath = elements.has(tag)
    if (tag === 'math') mathDepth += slash === '' ? 1 : -1
    else if (isMath !== mathDepth > 0) return false
    if (mathDepth > 1 || mathDepth < 0) return false
    if (isPhrasing && !isMath && !phrasing.has(tag)) return false
  }
  return mathDepth === 0
}
