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
  wordsOf,
} from './pieces.ts'
import type { Stems } from '../../apps/server/src/features/search/search.stems.ts'
import { type Random, randomOf } from './random.ts'
import type { Scale } from './scale.ts'
import { type Language, languages, vocabulary } from './words.ts'

/** The texts of one language. */
export type Shelf = { titles: Piece[]; paragraphs: Piece[]; remarks: Piece[]; link: Piece }

/** Everything that texts are put together from: rendered and counted once. */
export type Library = {
  stems: Stems
  subjects: readonly Subject[]
  tagNames: readonly string[]
  shelves: readonly Shelf[]
  code: readonly Piece[]
}

type Sources = { subjects: string[]; shelves: Record<keyof Shelf, string[]>[]; code: string[] }

const paragraphsOf = { en: 300, other: 30 }
const codeSamples = 60

export async function makeLibrary(
  { seed, words, tags }: Scale,
  site: { url: string; stemsOf(words: readonly string[]): Promise<Stems> },
): Promise<Library> {
  const sources = draw(randomOf(seed, -1), words)
  const tagNames = drawTagNames(randomOf(seed, -2), sources.subjects, tags)
  const texts = [
    ...sources.shelves.flatMap((shelf) => Object.values(shelf).flat()),
    ...sources.code,
  ].map(withSlots)
  const known = [...sources.subjects, ...tagNames, ...texts].flatMap(wordsOf)
  const stems = await site.stemsOf(known)
  const pieces = (list: readonly string[]) => list.map((text) => toPiece(text, stems, site.url))
  return {
    stems,
    tagNames,
    subjects: sources.subjects.map((word) => toSubject(word, stems)),
    shelves: sources.shelves.map((shelf) => ({
      titles: shelf.titles.map((text) => toTitlePiece(text, stems)),
      paragraphs: pieces(shelf.paragraphs),
      remarks: pieces(shelf.remarks),
      link: toPiece(shelf.link.join(''), stems, site.url),
    })),
    code: pieces(sources.code),
  }
}

function draw(random: Random, words: number): Sources {
  return {
    subjects: vocabulary(random, words),
    shelves: languages.map((language) => ({
      titles: language.titles,
      paragraphs: paragraphsIn(random, language),
      remarks: language.sentences,
      link: [`${language.sentences[0]} [${language.sentences[1]}](/questions/${linkSlot})`],
    })),
    code: Array.from({ length: codeSamples }, (_, number) => codeSample(number)),
  }
}

function paragraphsIn(random: Random, { name, sentences }: Language) {
  const length = name === 'en' ? paragraphsOf.en : paragraphsOf.other
  const sentence = () => sentences[random.below(sentences.length)] ?? ''
  return Array.from({ length }, () =>
    Array.from({ length: 1 + random.below(3) }, sentence).join(' '),
  )
}

/** The common words alone, then pairs of them: names that people would give. */
function drawTagNames(random: Random, subjects: readonly string[], count: number) {
  const names = new Set(subjects.slice(0, Math.ceil(count / 3)))
  while (names.size < count) {
    const word = () => subjects[random.below(subjects.length)] ?? ''
    const name = `${word()}-${word()}`
    if (name.length <= 35) names.add(name)
  }
  return [...names]
}

/** Which language a thread is in, by the shares they have. */
export function drawShelf({ shelves }: Library, random: Random): Shelf {
  let left = random.next()
  for (const [index, { share }] of languages.entries()) {
    left -= share
    const shelf = shelves[index]
    if (left < 0 && shelf !== undefined) return shelf
  }
  return one(shelves, 0)
}

export function drawTitle(library: Library, shelf: Shelf, random: Random): Body {
  return withSubjects(library, random, [one(shelf.titles, random.below(shelf.titles.length))])
}

/** Paragraphs, some with code between them; most bodies are short, a few are very long. */
export function drawBody(
  library: Library,
  shelf: Shelf,
  random: Random,
  { mean, linkTo = null }: { mean: number; linkTo?: string | null },
): Body {
  const count = 1 + random.longTail(mean, 60)
  const pieces: Piece[] = []
  for (let at = 0; at < count; at++) {
    pieces.push(one(shelf.paragraphs, random.below(shelf.paragraphs.length)))
    if (random.isOneIn(6)) pieces.push(one(library.code, random.below(library.code.length)))
  }
  if (linkTo !== null) pieces.push(shelf.link)
  return { ...withSubjects(library, random, pieces), linkTo }
}

export function drawRemark(library: Library, shelf: Shelf, random: Random): Body {
  return withSubjects(library, random, [one(shelf.remarks, random.below(shelf.remarks.length))])
}

function withSubjects(library: Library, random: Random, pieces: Piece[]): Body {
  const subject = () => one(library.subjects, random.zipf(library.subjects.length))
  const subjects = pieces.map(({ markdown }) =>
    Array.from({ length: markdown.length - 1 }, subject),
  )
  return { pieces, subjects, linkTo: null }
}

function one<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

/** What an earlier version said: all but the last piece. */
export const earlierOf = (body: Body) => copyMarkdownOf(body, Math.max(1, body.pieces.length - 1))
