import { rendererVersion } from '@stoa/markdown/render'
import {
  answerId,
  commentId,
  countIn,
  drawPerson,
  later,
  none,
  note,
  personId,
  row,
  type Site,
  writeVotes,
} from './acts.ts'
import { copyExcerptOf, copyHtmlOf, copyMarkdownOf, copyVectorOf } from './bodies.ts'
import { drawBody, drawRemark, type Shelf } from './library.ts'
import type { Random } from './random.ts'
import { timeText } from './scale.ts'

export type Thread = {
  id: string
  at: number
  asker: number
  shelf: Shelf
  isListed: boolean
  heat: number
}

type Remarked = { questionId: string; answerId: string | null; at: number }

/** The comments on one post; how many there are. */
export function writeComments(
  site: Site,
  random: Random,
  on: Remarked & { shelf: Shelf },
  count: number,
) {
  const { state, copies, library } = site
  let before = ''
  for (let made = 0; made < count; made++) {
    const id = commentId(++state.last.comment)
    const author = drawPerson(site, random)
    const at = later(random, on.at)
    const body = drawRemark(library, on.shelf, random)
    const votes = random.isOneIn(5) ? 1 + random.longTail(1, 60) : 0
    const score = writeVotes(site, random, { kind: 'comment', id, author, at }, votes)
    const repliesTo = before !== '' && random.isOneIn(4) ? before : none
    copies.comments.write(
      row(
        id,
        on.questionId,
        on.answerId ?? none,
        personId(author),
        repliesTo,
        copyMarkdownOf(body),
        copyHtmlOf(body),
        rendererVersion,
        timeText(at),
        score,
      ),
    )
    note(site, { kind: 'commented', objectId: id, person: author, at: at })
    before = id
  }
  return count
}

export type Answer = { id: string; author: number; at: number; score: number; isOpen: boolean }

/** The answers to one question, oldest first. */
export function writeAnswers(site: Site, random: Random, thread: Thread, count: number): Answer[] {
  const times = Array.from({ length: count }, () => later(random, thread.at)).toSorted(
    (a, b) => a - b,
  )
  return times.map((at) => writeAnswer(site, random, thread, at))
}

function writeAnswer(site: Site, random: Random, thread: Thread, at: number): Answer {
  const { state, copies, library } = site
  const id = answerId(++state.last.answer)
  const author = drawPerson(site, random)
  const isOpen = !random.isOneIn(40)
  const body = drawBody(library, thread.shelf, random, { mean: 1.4 })
  const markdown = copyMarkdownOf(body)
  const isBusy = thread.heat > 50
  const votes = isOpen ? random.longTail(isBusy ? 9 : 4.4, 2_000) : 0
  const score = writeVotes(site, random, { kind: 'answer', id, author, at }, votes)
  const commented = { questionId: thread.id, answerId: id, at, shelf: thread.shelf }
  const remarks = isOpen && !random.isOneIn(2) ? random.longTail(1.2, 200) : 0
  const comments = writeComments(site, random, commented, remarks)
  const deletion = isOpen ? [none, none, 1, none] : [timeText(at), personId(author), 10, 1]
  copies.answers.write(
    row(
      id,
      thread.id,
      personId(author),
      copyExcerptOf(body),
      markdown,
      copyHtmlOf(body),
      rendererVersion,
      timeText(at),
      ...deletion,
      score,
      comments,
    ),
  )
  copies.revisions.write(
    row(++state.last.revision, id, 1, personId(author), '', '', markdown, '{}', 0, timeText(at)),
  )
  note(site, { kind: 'answered', objectId: id, person: author, at: at })
  if (isOpen) countIn(state.answered, author, 1)
  else note(site, { kind: 'deleted', objectId: id, person: author, at: at })
  if (isOpen && thread.isListed) {
    const vector = copyVectorOf([{ body, weight: 'C' }], library.stems)
    copies.search_documents.write(
      row(id, thread.id, 'answer', personId(author), timeText(at), '{}', vector),
    )
  }
  return { id, author, at, score, isOpen }
}
