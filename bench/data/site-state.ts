import type { Body } from './bodies.ts'
import type { Library } from './library.ts'
import { toTitlePiece } from './pieces.ts'
import { randomOf } from './random.ts'
import type { Scale } from './scale.ts'
import { isHidden } from './visibility.ts'

/** The ids of people begin behind the one the installer makes. */
export const firstPerson = 100

/** What is counted while threads are written, and what threads have to know of each other. */
export type SiteState = {
  points: Int32Array
  asked: Int32Array
  answered: Int32Array
  /** Of each tag: its name as a text, and how many listed questions and followers it has. */
  tagTexts: readonly Body[]
  tagQuestions: Int32Array
  tagFollowers: Int32Array
  /** Of each question by its number: the one it links to, or zero, and how many link to it in everyone's sight. */
  linkTo: Int32Array
  linked: Int32Array
  titleWords: Map<string, number>
  last: Record<'answer' | 'comment' | 'revision' | 'activity' | 'entry', number>
}

export function makeState(scale: Scale, library: Library): SiteState {
  const { tagNames } = library
  return {
    points: new Int32Array(scale.people),
    asked: new Int32Array(scale.people),
    answered: new Int32Array(scale.people),
    tagTexts: tagNames.map((name) => ({
      pieces: [toTitlePiece(`${name} ${name}`, library.stems)],
      subjects: [],
      linkTo: null,
    })),
    tagQuestions: new Int32Array(scale.tags),
    tagFollowers: new Int32Array(scale.tags),
    ...linksOf(scale),
    titleWords: new Map(),
    last: { answer: 0, comment: 0, revision: 0, activity: 0, entry: 0 },
  }
}

/** Every tenth question links to an earlier one, mostly to the same few. */
function linksOf(scale: Scale) {
  const linkTo = new Int32Array(scale.questions + 1)
  const linked = new Int32Array(scale.questions + 1)
  for (let n = 2; n <= scale.questions; n++) {
    const random = randomOf(scale.seed ^ 0x51ab, n)
    if (!random.isOneIn(10)) continue
    const target = 1 + Math.floor((n - 1) * random.next() ** 3)
    linkTo[n] = target
    if (!isHidden(scale, n)) linked[target] = (linked[target] ?? 0) + 1
  }
  return { linkTo, linked }
}
