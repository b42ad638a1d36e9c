type Start = { upper: number; lower: number; digit?: number }

/** Where Unicode has the mathematical letters of a variant. */
const starts: Readonly<Record<string, Start>> = {
  bold: { upper: 0x1d400, lower: 0x1d41a, digit: 0x1d7ce },
  italic: { upper: 0x1d434, lower: 0x1d44e },
  'bold-italic': { upper: 0x1d468, lower: 0x1d482, digit: 0x1d7ce },
  script: { upper: 0x1d49c, lower: 0x1d4b6 },
  fraktur: { upper: 0x1d504, lower: 0x1d51e },
  'double-struck': { upper: 0x1d538, lower: 0x1d552, digit: 0x1d7d8 },
  'sans-serif': { upper: 0x1d5a0, lower: 0x1d5ba, digit: 0x1d7e2 },
  'sans-serif-bold': { upper: 0x1d5d4, lower: 0x1d5ee, digit: 0x1d7ec },
  'sans-serif-italic': { upper: 0x1d608, lower: 0x1d622 },
  'sans-serif-bold-italic': { upper: 0x1d63c, lower: 0x1d656 },
  'bold-sans-serif': { upper: 0x1d5d4, lower: 0x1d5ee, digit: 0x1d7ec },
  monospace: { upper: 0x1d670, lower: 0x1d68a, digit: 0x1d7f6 },
}
const greek: Readonly<Record<string, { upper: number; lower: number }>> = {
  bold: { upper: 0x1d6a8, lower: 0x1d6c2 },
  italic: { upper: 0x1d6e2, lower: 0x1d6fc },
  'bold-italic': { upper: 0x1d71c, lower: 0x1d736 },
}

/** Letters that Unicode had before. */
const older: Readonly<Record<string, string>> = {
  'italic h': 'ℎ',
  ...pairs('script', 'BEFHILMRego', 'ℬℰℱℋℐℒℳℛℯℊℴ'),
  ...pairs('fraktur', 'CHIRZ', 'ℭℌℑℜℨ'),
  ...pairs('double-struck', 'CHNPQRZ', 'ℂℍℕℙℚℝℤ'),
}

function pairs(variant: string, from: string, to: string) {
  const letters = [...to]
  return Object.fromEntries(
    [...from].map((letter, at) => [`${variant} ${letter}`, letters[at] ?? '']),
  )
}

/** Null for a variant that is no alphabet, such as normal. Text may contain entities, which stay. */
export function toMathLetters(text: string, variant: string): string | null {
  const start = starts[variant]
  if (start === undefined) return null
  return text.replaceAll(/&[a-z0-9#]+;|[A-Za-z0-9\u0391-\u03a9\u03b1-\u03c9]/gi, (letter) => {
    if (letter.length > 1) return letter
    const known = older[`${variant} ${letter}`]
    if (known !== undefined) return known
    const code = letter.charCodeAt(0)
    const greekStart = greek[variant]
    if (code >= 0x391) {
      if (greekStart === undefined) return letter
      const offset =
        code >= 0x3b1 ? greekStart.lower + code - 0x3b1 : greekStart.upper + code - 0x391
      return String.fromCodePoint(offset)
    }
    if (code >= 0x61) return String.fromCodePoint(start.lower + code - 0x61)
    if (code >= 0x41) return String.fromCodePoint(start.upper + code - 0x41)
    return start.digit === undefined ? letter : String.fromCodePoint(start.digit + code - 0x30)
  })
}
