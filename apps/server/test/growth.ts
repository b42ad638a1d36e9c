import { expect } from 'vitest'

/** Text that regular expressions and parsers treat specially. */
const hostilePieces = [
  ['A', 'a', 'aB', 'AB', 'Ab', '0', '1.', '_', '-', '.', '+', '#', '*', '~', '=', '|', '`', '\\'],
  ['._', 'a_', 'A_', 'a.', 'a-', 'a-_', 'a._', 'a+', 'a++', 'a#', '-a', '.a', '_a', '..', '--'],
  [' ', '\n', '\t', ' \n', 'a ', ' a', 'a\n', '\r\n', '\u00A0', '\u2028', '\u200B', 'word '],
  ['"', "'", '-"', '""', '[', ']', '[]', '[a]', '-[', '(', ')', '()', '{', '}', '{{', '{a}'],
  ['<', '>', '<>', '<a', '<a>', '</a>', '<!--', '&', '&amp;', '&#', ';', 'a;', ',', 'a,', ', '],
  ['/', '//', 'a/', '../', '?', '!', '@', '@a', 'a@', '@a.', '%', '%4', '%41', ':', 'a:', 'a=b;'],
  [
    'http://',
    'https://a.',
    'http://a/',
    'www.',
    'en-US,',
    'en;q=0.1,',
    'q=',
    'Mozilla/5.0 (',
    '; ',
  ],
  [
    '\u0301',
    'e\u0301',
    '\u0315\u0316',
    'a\u0315\u0316',
    '\u0E48\u0E38',
    '\u0E01\u0E48\u0E38',
    '\u302E',
  ],
  [
    '漢',
    'かな',
    '한',
    '\u1112\u1161',
    '\uFDFA',
    '\u0627\u064B\u064E',
    '\u064B\u064E',
    'ال',
    '\u0640',
  ],
  [
    'ß',
    'İ',
    'é ',
    '😀',
    '😀 ',
    '\u{1D400}',
    '\uD800',
    '\uDC00',
    '\uFE0F',
    '\u202E',
    '\0',
    '\u{E0061}',
  ],
].flat()

/** Alone, and in text that makes a match fail late. */
export const hostileTexts = hostilePieces.flatMap((piece) => [
  (length: number) => repeat(piece, length),
  (length: number) => `${repeat(piece, length)}!`,
  (length: number) => `a${repeat(piece, length)}\n`,
])

/** After a prefix that some patterns require. */
export const hostileTails = ['http://', 'a@'].flatMap((start) =>
  hostilePieces.map((piece) => (length: number) => start + repeat(piece, length)),
)

function repeat(piece: string, length: number) {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

const factor = 8
const runs = 3
/** One long text may take three times as long as eight short ones; quadratic work takes eight times. */
const margin = 3
/** Faster work is too short to compare: some kernels count CPU time in steps of ten milliseconds. */
const minMs = 30

/** Measures the CPU time of this thread. */
export function expectLinear(
  create: (length: number) => string,
  work: (text: string) => unknown,
  length: number,
) {
  const long = create(length)
  const firstMs = cpuMs(() => work(long))
  // The limit below is never lower.
  if (firstMs < margin * minMs) return
  const short = create(Math.ceil(length / factor))
  const shortMs = fastest(() => {
    for (let count = 0; count < factor; count++) work(short)
  })
  const limit = margin * Math.max(shortMs, minMs)
  const longMs = firstMs < limit ? firstMs : fastest(() => work(long))
  const name = `${JSON.stringify(long.slice(0, 12))} repeated: ${shortMs.toFixed(1)} ms, then ${longMs.toFixed(1)} ms`
  expect(longMs, name).toBeLessThan(limit)
}

function fastest(work: () => unknown) {
  return Math.min(...Array.from({ length: runs }, () => cpuMs(work)))
}

function cpuMs(work: () => unknown) {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
