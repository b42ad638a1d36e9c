import { limits } from '@stoa/contract/limits'
import { crc32, deflateSync } from 'node:zlib'

const most = limits.body.max

function repeated(text: string) {
  return text.repeat(Math.ceil(most / text.length)).slice(0, most)
}

/** Opens something `depth` times around one letter. */
function nested(open: string, close: string, depth: number) {
  return `${open.repeat(depth)}a${close.repeat(depth)}`.slice(0, most)
}

function deepList() {
  let text = ''
  for (let depth = 0; text.length < most; depth++) text += `${' '.repeat((depth % 300) * 2)}- a\n`
  return text.slice(0, most)
}

function backticks() {
  let text = ''
  for (let length = 1; text.length < most; length++) text += `${'`'.repeat(length)} `
  return text.slice(0, most)
}

function table(columns: number) {
  const head = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
  return (head + `${'|b'.repeat(columns)}|\n`.repeat(most / (2 * columns + 2))).slice(0, most)
}

/** Texts that were found to be slow, and their relatives: each as long as a post may be. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'quotes over rules': repeated('>---\nb\n'),
  'quotes and lists': repeated('> - > 1. '),
  'nested quotes': repeated('>'),
  'lazy quotes': repeated('> a\nb\n'),
  'one letter': repeated('A'),
  underscores: repeated('_'),
  asterisks: repeated('*a '),
  'mixed emphasis': repeated('*__a_** '),
  tildes: repeated('~~a~'),
  backticks: backticks(),
  brackets: nested('[', ']', most / 2),
  'open brackets': repeated('['),
  'open images': repeated('!['),
  'open links': repeated('[a]('),
  links: repeated('[a](b) '),
  addresses: repeated('http://a.bc '),
  www: repeated('www.'),
  'at signs': repeated('a@'),
  mentions: repeated('@ada '),
  'post ids': repeated('#10010000000000001 '),
  'open tags': repeated('<a '),
  'nested tags': nested('<b>', '</b>', 8_000),
  comments: repeated('<!--'),
  entities: repeated('&#x'),
  backslashes: repeated('\\'),
  'deep list': deepList(),
  'nested lists': repeated('- '),
  'long list': repeated('1. a\n'),
  'wide table': table(1_000),
  'long table': table(2),
  headings: repeated('# a\n'),
  'setext headings': repeated('a\n=\n'),
  definitions: repeated('[a]: b\n'),
  footnotes: repeated('[^a]: b\n[^a]'),
  fences: repeated('```js\n'),
  code: `\`\`\`js\n${repeated('/*(/`${"')}`.slice(0, most),
  spaces: `a${' '.repeat(most - 2)}b`,
  lines: repeated('\n'),
  'combining marks': repeated('\u0300'),
  emoji: repeated('\u{1F468}\u200D'),
  'other scripts': repeated('漢字かな'),
}

/** A PNG of nearly forty megapixels in less than a megabyte: a noise that repeats. */
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

/** A GIF of sixteen pixels that change 16,000 times. */
export function aLongGif() {
  const frames = 16_000
  const head = Buffer.from('GIF89a\x04\0\x04\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const control = [0x21, 0xf9, 4, 0, 1, 0, 0, 0]
  const picture = [0x2c, 0, 0, 0, 0, 4, 0, 4, 0, 0]
  // LZW: clear, sixteen times the color 0, end.
  const data = [2, 4, 0x84, 0x8f, 0x09, 0x05, 0]
  const frame = Buffer.from([...control, ...picture, ...data])
  return Buffer.concat([head, Buffer.alloc(frame.length * frames, frame), Buffer.from([0x3b])])
}

/** JSON that is nested as deep as a body can hold. */
export const deepJson = {
  arrays: '['.repeat(60_000) + ']'.repeat(60_000),
  objects: '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000),
  keys: JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]))),
}
