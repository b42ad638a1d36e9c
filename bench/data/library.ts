import { codeSample } from './code-samples.ts'
import { type Body, copyMarkdownOf } from './bodies.ts'
import {
  linkSlot,
  type Piece,
  type Subject,
  toPiece,
  toSubject,
  toTitlePiece,
  withSlots,
  listWords,
} from './pieces.ts'
import type { Stems } from '../../apps/server/src/features/discovery/search/search.stems.ts'
import { type Random, createRandom } from './random.ts'
import type { Scale } from './scale.ts'
import { type Language, languages, createVocabulary } from './languages.ts'

export type LanguageTexts = { titles: Piece[]; paragraphs: Piece[]; comments: Piece[]; link: Piece }

/** Building blocks of texts, rendered and tokenized once. */
export type Library = {
  stems: Stems
  subjects: readonly Subject[]
  tagNames: readonly string[]
  texts: readonly LanguageTexts[]
  code: readonly Piece[]
}

type Sources = {
  subjects: string[]
  texts: Record<keyof LanguageTexts, string[]>[]
  code: string[]
}

const paragraphCounts = { en: 300, other: 30 }
const codeSamples = 60

export async function createLibrary(
  { seed, words, tags }: Scale,
  site: { url: string; stemsOf(words: readonly string[]): Promise<Stems> },
): Promise<Library> {
  const sources = drawSources(createRandom(seed, -1), words)
  const tagNames = drawTagNames(createRandom(seed, -2), sources.subjects, tags)
  const texts = [
    ...sources.texts.flatMap((language) => Object.values(language).flat()),
    ...sources.code,
  ].map(withSlots)
  const knownWords = [...sources.subjects, ...tagNames, ...texts].flatMap(listWords)
  const stems = await site.stemsOf(knownWords)
  const pieces = (list: readonly string[]) => list.map((text) => toPiece(text, stems, site.url))
  return {
    stems,
    tagNames,
    subjects: sources.subjects.map((word) => toSubject(word, stems)),
    texts: sources.texts.map((language) => ({
      titles: language.titles.map((text) => toTitlePiece(text, stems)),
      paragraphs: pieces(language.paragraphs),
      comments: pieces(language.comments),
      link: toPiece(language.link.join(''), stems, site.url),
    })),
    code: pieces(sources.code),
  }
}

function drawSources(random: Random, words: number): Sources {
  return {
    subjects: createVocabulary(random, words),
    texts: languages.map((language) => ({
      titles: language.titles,
      paragraphs: drawParagraphs(random, language),
      comments: language.sentences,
      link: [`${language.sentences[0]} [${language.sentences[1]}](/questions/${linkSlot})`],
    })),
    code: Array.from({ length: codeSamples }, (_, number) => codeSample(number)),
  }
}

function drawParagraphs(random: Random, { name, sentences }: Language) {
  const length = name === 'en' ? paragraphCounts.en : paragraphCounts.other
  const sentence = () => sentences[random.below(sentences.length)] ?? ''
  return Array.from({ length }, () =>
    Array.from({ length: 1 + random.below(3) }, sentence).join(' '),
  )
}

/** Common words alone, then pairs of words. */
function drawTagNames(random: Random, subjects: readonly string[], count: number) {
  const names = new Set(subjects.slice(0, Math.ceil(count / 3)))
  while (names.size < count) {
    const word = () => subjects[random.below(subjects.length)] ?? ''
    const name = `${word()}-${word()}`
    if (name.length <= 35) names.add(name)
  }
  return [...names]
}

/** By the share of each language. */
export function drawLanguage({ texts }: Library, random: Random): LanguageTexts {
  let remaining = random.next()
  for (const [index, { share }] of languages.entries()) {
    remaining -= share
    const language = texts[index]
    if (remaining < 0 && language !== undefined) return language
  }
  return pick(texts, 0)
}

export function drawTitle(library: Library, language: LanguageTexts, random: Random): Body {
  return withSubjects(library, random, [
    pick(language.titles, random.below(language.titles.length)),
  ])
}

/** Paragraphs, some with code; most bodies are short, a few very long. */
export function drawBody(
  library: Library,
  language: LanguageTexts,
  random: Random,
  { mean, linkTo = null }: { mean: number; linkTo?: string | null },
): Body {
  const count = 1 + random.longTail(mean, 60)
  const pieces: Piece[] = []
  for (let index = 0; index < count; index++) {
    pieces.push(pick(language.paragraphs, random.below(language.paragraphs.length)))
    if (random.isOneIn(6)) pieces.push(pick(library.code, random.below(library.code.length)))
  }
  if (linkTo !== null) pieces.push(language.link)
  return { ...withSubjects(library, random, pieces), linkTo }
}

export function drawComment(library: Library, language: LanguageTexts, random: Random): Body {
  return withSubjects(library, random, [
    pick(language.comments, random.below(language.comments.length)),
  ])
}

function withSubjects(library: Library, random: Random, pieces: Piece[]): Body {
  const subject = () => pick(library.subjects, random.zipf(library.subjects.length))
  const subjects = pieces.map(({ markdown }) =>
    Array.from({ length: markdown.length - 1 }, subject),
  )
  return { pieces, subjects, linkTo: null }
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error('empty list')
  return item
}

/** The previous version: all but the last piece. */
export const previousTextOf = (body: Body) =>
  copyMarkdownOf(body, Math.max(1, body.pieces.length - 1))
