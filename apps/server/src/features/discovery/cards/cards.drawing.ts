import type { OverlayOptions } from 'sharp'
import { type ImageJob, loadImageLibrary } from '../../../kernel/images.ts'
import { fonts, loadFonts } from './cards.fonts.ts'

export type Card = {
  siteName: string
  /** The question's title, or the description of the site. */
  title: string
  tags: readonly string[]
  /** Such as the number of votes and answers. */
  facts: readonly string[]
  accent: string
}

export const cardJob: ImageJob<Card, Uint8Array> = { name: 'card', run: drawCard }

const width = 1200
const height = 630
const margin = 80
const backgroundColor = '#fdfdff'
const textColor = '#101726'
const mutedColor = '#5d6573'
const lineColor = '#dfe2e8'

/** The largest size that fits is used. */
const titleSizes = [76, 64, 54, 46, 40]
const titleTop = 168
const titleHeight = 320

/** 1200 x 630 pixels, the size that social networks expect. */
export async function drawCard(card: Card): Promise<Buffer> {
  await loadFonts()
  const parts = [
    ...drawLogo(margin, 56, 2.2, card.accent),
    await drawLine(card.siteName, {
      font: fonts.sans,
      size: 32,
      color: textColor,
      x: 160,
      y: 86,
      maxWidth: 960,
    }),
    box([margin, 130, width - 2 * margin, 4], textColor),
    await drawTitle(card.title),
    box([margin, 530, width - 2 * margin, 1], lineColor),
    await drawLine(card.tags.join('   '), { ...footer, color: card.accent, maxWidth: 620 }),
    await drawLine(card.facts.join('   '), {
      ...footer,
      color: mutedColor,
      x: width - margin,
      isRightAligned: true,
      maxWidth: 400,
    }),
  ]
  const sharp = await loadImageLibrary()
  return await sharp({ create: { width, height, channels: 3, background: backgroundColor } })
    .composite(parts.flatMap((part) => part ?? []))
    .png({ palette: true, colours: 64, effort: 4 })
    .toBuffer()
}

const footer = { font: fonts.sans, size: 28, x: margin, y: 572 }

/** Two strokes and four columns, one of them highlighted. */
function drawLogo(x: number, y: number, scale: number, accent: string): OverlayOptions[] {
  const strokes = [
    [1, 3.5, 26, 2.75, textColor],
    [1, 22.5, 26, 2, textColor],
    [3.5, 8.25, 2.75, 12.25, textColor],
    [9.58, 8.25, 2.75, 12.25, textColor],
    [15.67, 8.25, 2.75, 12.25, accent],
    [21.75, 8.25, 2.75, 12.25, textColor],
  ] as const
  return strokes.map(([left, top, w, h, color]) =>
    box([x + left * scale, y + top * scale, w * scale, h * scale], color),
  )
}

type Area = [left: number, top: number, w: number, h: number]

function box([left, top, w, h]: Area, background: string) {
  const create = {
    width: Math.round(w),
    height: Math.round(h),
    channels: 3,
    background,
  } as const
  return { input: { create }, left: Math.round(left), top: Math.round(top) }
}

type Style = {
  font: string
  size: number
  color: string
  x: number
  /** Vertical center of the line. */
  y: number
  maxWidth: number
  isRightAligned?: boolean
}

/** Invisible full-height letters, because the image of a text is only as high as its glyphs. */
const strut = `<span foreground="${backgroundColor}">Åg</span>`

/** One line, truncated with an ellipsis. */
async function drawLine(text: string, style: Style): Promise<OverlayOptions | null> {
  if (text.trim() === '') return null
  const line = colorize(style.color, text)
  const rendered = await renderText(
    style.isRightAligned === true ? strut + line : line + strut,
    style,
  )
  if (rendered.height > style.size * 1.8) return await drawLine(shorten(text), style)
  const left = style.isRightAligned === true ? style.x - rendered.width : style.x
  const top = Math.round(style.y - rendered.height / 2)
  return { input: rendered.bytes, left: Math.max(0, left), top }
}

function shorten(text: string) {
  const letters = [...text.replace(/…$/, '')]
  return `${letters
    .slice(0, Math.floor(letters.length * 0.9))
    .join('')
    .trimEnd()}…`
}

async function drawTitle(text: string): Promise<OverlayOptions | null> {
  const words = stripEmoji(text)
  if (words === '') return null
  for (const size of titleSizes) {
    const style = { font: fonts.serif, size, maxWidth: width - 2 * margin }
    const rendered = await renderText(colorize(textColor, words), style)
    if (rendered.height > titleHeight && size !== titleSizes.at(-1)) continue
    const left = isRightToLeft(words) ? width - margin - rendered.width : margin
    return { input: await cropTitle(rendered), left, top: titleTop }
  }
  return null
}

type RenderedText = { bytes: Buffer; width: number; height: number }

async function cropTitle({ bytes, width: w, height: h }: RenderedText): Promise<Buffer> {
  if (h <= titleHeight) return bytes
  const sharp = await loadImageLibrary()
  return await sharp(bytes)
    .extract({ left: 0, top: 0, width: w, height: titleHeight })
    .png()
    .toBuffer()
}

/** Wraps lines, in any script and direction. */
async function renderText(
  text: string,
  { font, size, maxWidth }: Pick<Style, 'font' | 'size' | 'maxWidth'>,
): Promise<RenderedText> {
  const sharp = await loadImageLibrary()
  const { data, info } = await sharp({
    text: {
      text,
      // The comma keeps Pango from reading the end of the name as a weight.
      font: `${font}, ${size}`,
      width: maxWidth,
      rgba: true,
      // Makes one point one pixel.
      dpi: 72,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

function colorize(color: string, text: string) {
  return `<span foreground="${color}">${escapeMarkup(text)}</span>`
}

const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeMarkup(text: string) {
  // The markup is parsed as XML, which allows no control characters.
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[&<>]/g, (character) => markup[character] ?? character)
}

/** Few servers have an emoji font, and missing glyphs are drawn as boxes. */
function stripEmoji(text: string) {
  return (
    text
      .replaceAll(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, '')
      // Variation selectors, joiners and keycaps that belonged to emoji.
      .replaceAll(/\u{FE0F}|\u{200D}|\u{20E3}/gu, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

/** By the first letter, like `dir="auto"`. */
export function isRightToLeft(text: string) {
  return /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  )
}
