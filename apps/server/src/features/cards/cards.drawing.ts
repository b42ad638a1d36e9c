import type { OverlayOptions } from 'sharp'
import type { ImageJob } from '../../kernel/images/image-job.ts'
import { imageLibrary } from '../../kernel/images/image-library.ts'
import { faces, loadFaces } from './cards.faces.ts'

/** What a card says. */
export type Card = {
  siteName: string
  /** Of the question; that of the site says what it is for. */
  title: string
  tags: readonly string[]
  /** Words and numbers, such as how many answers there are. */
  facts: readonly string[]
  accent: string
}

export const cardJob: ImageJob<Card, Uint8Array> = { name: 'card', run: drawCard }

const width = 1200
const height = 630
const edge = 80
const paper = '#fdfdff'
const ink = '#101726'
const quiet = '#5d6573'
const hairline = '#dfe2e8'

/** The title is as large as fits. */
const titleSizes = [76, 64, 54, 46, 40]
const titleTop = 168
const titleHeight = 320

/** A card of 1200 by 630 pixels, as other sites show beside a link. */
export async function drawCard(card: Card): Promise<Buffer> {
  await loadFaces()
  const parts = [
    ...mark(edge, 56, 2.2, card.accent),
    await place(card.siteName, {
      face: faces.sans,
      size: 32,
      colour: ink,
      x: 160,
      y: 86,
      room: 960,
    }),
    box([edge, 130, width - 2 * edge, 4], ink),
    await title(card.title),
    box([edge, 530, width - 2 * edge, 1], hairline),
    await place(card.tags.join('   '), { ...foot, colour: card.accent, room: 620 }),
    await place(card.facts.join('   '), {
      ...foot,
      colour: quiet,
      x: width - edge,
      isEnd: true,
      room: 400,
    }),
  ]
  const sharp = await imageLibrary()
  return await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(parts.flatMap((part) => part ?? []))
    .png({ palette: true, colours: 64, effort: 4 })
    .toBuffer()
}

const foot = { face: faces.sans, size: 28, x: edge, y: 572 }

/** The mark of the product: two strokes and four columns, one of them lit. */
function mark(x: number, y: number, scale: number, accent: string): OverlayOptions[] {
  const strokes = [
    [1, 3.5, 26, 2.75, ink],
    [1, 22.5, 26, 2, ink],
    [3.5, 8.25, 2.75, 12.25, ink],
    [9.58, 8.25, 2.75, 12.25, ink],
    [15.67, 8.25, 2.75, 12.25, accent],
    [21.75, 8.25, 2.75, 12.25, ink],
  ] as const
  return strokes.map(([left, top, wide, high, colour]) =>
    box([x + left * scale, y + top * scale, wide * scale, high * scale], colour),
  )
}

type Area = [left: number, top: number, wide: number, high: number]

function box([left, top, wide, high]: Area, background: string) {
  const create = {
    width: Math.round(wide),
    height: Math.round(high),
    channels: 3,
    background,
  } as const
  return { input: { create }, left: Math.round(left), top: Math.round(top) }
}

type Style = {
  face: string
  size: number
  colour: string
  x: number
  /** The middle of the line. */
  y: number
  room: number
  isEnd?: boolean
}

/** Letters of full height in the colour of the paper: a picture of text is as high as what is in it. */
const strut = `<span foreground="${paper}">Åg</span>`

/** One line; what does not fit is cut off with dots. */
async function place(text: string, style: Style): Promise<OverlayOptions | null> {
  if (text.trim() === '') return null
  const line = colouredBy(style.colour, text)
  const drawn = await write(style.isEnd === true ? strut + line : line + strut, style)
  if (drawn.height > style.size * 1.8) return await place(shorter(text), style)
  const left = style.isEnd === true ? style.x - drawn.width : style.x
  const top = Math.round(style.y - drawn.height / 2)
  return { input: drawn.bytes, left: Math.max(0, left), top }
}

function shorter(text: string) {
  const letters = [...text.replace(/…$/, '')]
  return `${letters
    .slice(0, Math.floor(letters.length * 0.9))
    .join('')
    .trimEnd()}…`
}

async function title(text: string): Promise<OverlayOptions | null> {
  const words = withoutPictures(text)
  if (words === '') return null
  for (const size of titleSizes) {
    const style = { face: faces.serif, size, room: width - 2 * edge }
    const drawn = await write(colouredBy(ink, words), style)
    if (drawn.height > titleHeight && size !== titleSizes.at(-1)) continue
    const left = isRightToLeft(words) ? width - edge - drawn.width : edge
    return { input: await cut(drawn), left, top: titleTop }
  }
  return null
}

type Drawn = { bytes: Buffer; width: number; height: number }

async function cut({ bytes, width: wide, height: high }: Drawn): Promise<Buffer> {
  if (high <= titleHeight) return bytes
  const sharp = await imageLibrary()
  return await sharp(bytes)
    .extract({ left: 0, top: 0, width: wide, height: titleHeight })
    .png()
    .toBuffer()
}

/** Text as a picture, broken into lines by measure, in any script and direction. */
async function write(
  text: string,
  { face, size, room }: Pick<Style, 'face' | 'size' | 'room'>,
): Promise<Drawn> {
  const sharp = await imageLibrary()
  const { data, info } = await sharp({
    text: {
      text,
      // The comma ends the name, which would else end in a weight.
      font: `${face}, ${size}`,
      width: room,
      rgba: true,
      // One point is one pixel.
      dpi: 72,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

function colouredBy(colour: string, text: string) {
  return `<span foreground="${colour}">${escapeMarkup(text)}</span>`
}

const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeMarkup(text: string) {
  // No control characters: the text is read as XML.
  return text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>]/g, (sign) => markup[sign] ?? sign)
}

/** Few servers have a face for emoji, and a box with numbers says nothing. */
function withoutPictures(text: string) {
  return (
    text
      .replaceAll(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, '')
      // What only changed or joined them: the look of a picture, a joiner, a keycap.
      .replaceAll(/\u{FE0F}|\u{200D}|\u{20E3}/gu, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

/** By the first letter, as browsers decide it. */
export function isRightToLeft(text: string) {
  return /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  )
}
