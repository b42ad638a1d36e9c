import type { Body } from './bodies.ts'
import type { Library } from './library.ts'
import { toTitlePiece } from './pieces.ts'
import { createRandom } from './random.ts'
import type { Scale } from './scale.ts'
import { isHidden } from './visibility.ts'

/** User ids start after the installer's admin. */
export const firstUserId = 100

/** Counters, and what questions need to know about each other. */
export type SiteState = {
  points: Int32Array
  questionCounts: Int32Array
  answerCounts: Int32Array
  /** By tag: name, listed questions and followers. */
  tagTexts: readonly Body[]
  tagQuestions: Int32Array
  tagFollowers: Int32Array
  /** By question number: the question it links to (0 for none), and how many visible questions link to it. */
  linkTo: Int32Array
  linked: Int32Array
  titleWords: Map<string, number>
  last: Record<'answer' | 'comment' | 'revision' | 'activity' | 'entry', number>
}

export function createState(scale: Scale, library: Library): SiteState {
  const { tagNames } = library
  return {
    points: new Int32Array(scale.users),
    questionCounts: new Int32Array(scale.users),
    answerCounts: new Int32Array(scale.users),
    tagTexts: tagNames.map((name) => ({
      pieces: [toTitlePiece(`${name} ${name}`, library.stems)],
      subjects: [],
      linkTo: null,
    })),
    tagQuestions: new Int32Array(scale.tags),
    tagFollowers: new Int32Array(scale.tags),
    ...drawLinks(scale),
    titleWords: new Map(),
    last: { answer: 0, comment: 0, revision: 0, activity: 0, entry: 0 },
  }
}

/** Every tenth question links to an older one, mostly to the same few. */
function drawLinks(scale: Scale) {
  const linkTo = new Int32Array(scale.questions + 1)
  const linked = new Int32Array(scale.questions + 1)
  for (let n = 2; n <= scale.questions; n++) {
    const random = createRandom(scale.seed ^ 0x51ab, n)
    if (!random.isOneIn(10)) continue
    const target = 1 + Math.floor((n - 1) * random.next() ** 3)
    linkTo[n] = target
    if (!isHidden(scale, n)) linked[target] = (linked[target] ?? 0) + 1
  }
  return { linkTo, linked }
}
