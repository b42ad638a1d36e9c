import { rendererVersion } from '@stoa/markdown/render'
import {
  answerId,
  commentId,
  addTo,
  drawUser,
  drawLaterTime,
  nullField,
  writeActivity,
  userIdOf,
  row,
  type Site,
  writeVotes,
} from './site-writer.ts'
import { copyExcerptOf, copyHtmlOf, copyMarkdownOf, copyVectorOf } from './bodies.ts'
import { drawBody, drawComment, type LanguageTexts } from './library.ts'
import type { Random } from './random.ts'
import { timeText } from './scale.ts'

export type Thread = {
  id: string
  at: number
  asker: number
  language: LanguageTexts
  isListed: boolean
  popularity: number
}

type CommentTarget = { questionId: string; answerId: string | null; at: number }

/** Returns the number of comments. */
export function writeComments(
  site: Site,
  random: Random,
  target: CommentTarget & { language: LanguageTexts },
  count: number,
) {
  const { state, copies, library } = site
  let previousId = ''
  for (let index = 0; index < count; index++) {
    const id = commentId(++state.last.comment)
    const author = drawUser(site, random)
    const at = drawLaterTime(random, target.at)
    const body = drawComment(library, target.language, random)
    const votes = random.isOneIn(5) ? 1 + random.longTail(1, 60) : 0
    const score = writeVotes(site, random, { kind: 'comment', id, author, at }, votes)
    const replyTo = previousId !== '' && random.isOneIn(4) ? previousId : nullField
    copies.comments.write(
      row(
        id,
        target.questionId,
        target.answerId ?? nullField,
        userIdOf(author),
        replyTo,
        copyMarkdownOf(body),
        copyHtmlOf(body),
        rendererVersion,
        timeText(at),
        score,
      ),
    )
    writeActivity(site, { kind: 'commented', objectId: id, user: author, at: at })
    previousId = id
  }
  return count
}

export type Answer = { id: string; author: number; at: number; score: number; isVisible: boolean }

/** Oldest first. */
export function writeAnswers(site: Site, random: Random, thread: Thread, count: number): Answer[] {
  const times = Array.from({ length: count }, () => drawLaterTime(random, thread.at)).toSorted(
    (a, b) => a - b,
  )
  return times.map((at) => writeAnswer(site, random, thread, at))
}

function writeAnswer(site: Site, random: Random, thread: Thread, at: number): Answer {
  const { state, copies, library } = site
  const id = answerId(++state.last.answer)
  const author = drawUser(site, random)
  const isVisible = !random.isOneIn(40)
  const body = drawBody(library, thread.language, random, { mean: 1.4 })
  const markdown = copyMarkdownOf(body)
  const isBusy = thread.popularity > 50
  const votes = isVisible ? random.longTail(isBusy ? 9 : 4.4, 2_000) : 0
  const score = writeVotes(site, random, { kind: 'answer', id, author, at }, votes)
  const commentTarget = { questionId: thread.id, answerId: id, at, language: thread.language }
  const commentCount = isVisible && !random.isOneIn(2) ? random.longTail(1.2, 200) : 0
  const comments = writeComments(site, random, commentTarget, commentCount)
  const deletion = isVisible
    ? [nullField, nullField, 1, nullField]
    : [timeText(at), userIdOf(author), 10, 1]
  copies.answers.write(
    row(
      id,
      thread.id,
      userIdOf(author),
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
    row(++state.last.revision, id, 1, userIdOf(author), '', '', markdown, '{}', 0, timeText(at)),
  )
  writeActivity(site, { kind: 'answered', objectId: id, user: author, at: at })
  if (isVisible) addTo(state.answerCounts, author, 1)
  else writeActivity(site, { kind: 'deleted', objectId: id, user: author, at: at })
  if (isVisible && thread.isListed) {
    const vector = copyVectorOf([{ body, weight: 'C' }], library.stems)
    copies.search_documents.write(
      row(id, thread.id, 'answer', userIdOf(author), timeText(at), '{}', vector),
    )
  }
  return { id, author, at, score, isVisible }
}
