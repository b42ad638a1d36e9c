import { limits } from '@stoa/contract/limits'
import { crc32, deflateSync } from 'node:zlib'

const maxLength = limits.body.max

function repeat(text: string) {
  return text.repeat(Math.ceil(maxLength / text.length)).slice(0, maxLength)
}

/** `depth` levels around one letter. */
function nest(open: string, close: string, depth: number) {
  return `${open.repeat(depth)}a${close.repeat(depth)}`.slice(0, maxLength)
}

function deepList() {
  let text = ''
  for (let depth = 0; text.length < maxLength; depth++)
    text += `${' '.repeat((depth % 300) * 2)}- a\n`
  return text.slice(0, maxLength)
}

function backticks() {
  let text = ''
  for (let length = 1; text.length < maxLength; length++) text += `${'`'.repeat(length)} `
  return text.slice(0, maxLength)
}

function table(columns: number) {
  const head = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
  return (head + `${'|b'.repeat(columns)}|\n`.repeat(maxLength / (2 * columns + 2))).slice(
    0,
    maxLength,
  )
}

/** Texts that were slow once, and similar ones, of maximum length. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'quotes over rules': repeat('>---\nb\n'),
  'quotes and lists': repeat('> - > 1. '),
  'nested quotes': repeat('>'),
  'lazy quotes': repeat('> a\nb\n'),
  'one letter': repeat('A'),
  underscores: repeat('_'),
  asterisks: repeat('*a '),
  'mixed emphasis': repeat('*__a_** '),
  tildes: repeat('~~a~'),
  backticks: backticks(),
  brackets: nest('[', ']', maxLength / 2),
  'open brackets': repeat('['),
  'open images': repeat('!['),
  'open links': repeat('[a]('),
  links: repeat('[a](b) '),
  urls: repeat('http://a.bc '),
  www: repeat('www.'),
  'at signs': repeat('a@'),
  mentions: repeat('@ada '),
  'post ids': repeat('#10010000000000001 '),
  'open tags': repeat('<a '),
  'nested tags': nest('<b>', '</b>', 8_000),
  comments: repeat('<!--'),
  entities: repeat('&#x'),
  backslashes: repeat('\\'),
  'deep list': deepList(),
  'nested lists': repeat('- '),
  'long list': repeat('1. a\n'),
  'wide table': table(1_000),
  'long table': table(2),
  headings: repeat('# a\n'),
  'setext headings': repeat('a\n=\n'),
  definitions: repeat('[a]: b\n'),
  footnotes: repeat('[^a]: b\n[^a]'),
  fences: repeat('```js\n'),
  code: `\`\`\`js\n${repeat('/*(/`${"')}`.slice(0, maxLength),
  spaces: `a${' '.repeat(maxLength - 2)}b`,
  lines: repeat('\n'),
  'combining marks': repeat('\u0300'),
  emoji: repeat('\u{1F468}\u200D'),
  'other scripts': repeat('漢字かな'),
}

/** Nearly 40 megapixels in less than 1 MB: repeated noise. */
export function aHugePng() {
  const [width, height] = [6_300, 6_300]
  let state = 1
  const noise = Buffer.alloc(1_024).map(() => (state = (state * 48_271) % 2_147_483_647) & 255)
  const row = Buffer.alloc(width + 1, noise)
  row[0] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = Buffer.alloc(row.length * height, row)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** 16,000 frames of 16 pixels. */
export function aLongGif() {
  const frames = 16_000
  const head = Buffer.from('GIF89a\x04\0\x04\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const control = [0x21, 0xf9, 4, 0, 1, 0, 0, 0]
  const image = [0x2c, 0, 0, 0, 0, 4, 0, 4, 0, 0]
  // LZW: clear, sixteen times the color 0, end.
  const data = [2, 4, 0x84, 0x8f, 0x09, 0x05, 0]
  const frame = Buffer.from([...control, ...image, ...data])
  return Buffer.concat([head, Buffer.alloc(frame.length * frames, frame), Buffer.from([0x3b])])
}

/** JSON with maximum nesting. */
export const deepJson = {
  arrays: '['.repeat(60_000) + ']'.repeat(60_000),
  objects: '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000),
  keys: JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]))),
}
