import type { QuestionChanges } from '@stoa/contract/features/live'
import { toLongId } from '@stoa/contract/ids'

/** A question page as it is shown. */
export type ShownQuestion = {
  question: ShownPost
  answers: readonly ShownPost[]
  answerCount: number
  pages: number
}

type ShownPost = { id: string; version: number }

export type QuestionNews = {
  /** Ids of new answers, oldest first. */
  answers: string[]
  isQuestionEdited: boolean
  editedAnswers: number
  comments: number
  /** Posts with new comments, by their ids on the page. */
  commentedPosts: string[]
}

/** Compares a page with the current state of its question. What the page does not show yet is news. */
export function findNews(
  page: ShownQuestion,
  changes: QuestionChanges,
  commentCounts: ReadonlyMap<string, { count: number }>,
): QuestionNews {
  const current = new Map(
    [changes.question, ...changes.answers].map((post) => [toLongId(post.id), post]),
  )
  const isEdited = ({ id, version }: ShownPost) =>
    (current.get(toLongId(id))?.version ?? 0) > version
  const newComments = [page.question, ...page.answers].flatMap(({ id }) => {
    const shown = commentCounts.get(id)?.count
    const count = (current.get(toLongId(id))?.comment_count ?? 0) - (shown ?? Infinity)
    return count > 0 ? [{ id, count }] : []
  })
  return {
    answers: findNewAnswers(page, changes),
    isQuestionEdited: isEdited(page.question),
    editedAnswers: page.answers.filter(isEdited).length,
    comments: newComments.reduce((sum, { count }) => sum + count, 0),
    commentedPosts: newComments.map(({ id }) => id),
  }
}

function findNewAnswers(page: ShownQuestion, changes: QuestionChanges): string[] {
  const ids = changes.answers.map(({ id }) => id)
  // The answers of the other pages are not known, but new ones are the last.
  if (page.pages > 1) return ids.slice(page.answerCount)
  const shown = new Set(page.answers.map(({ id }) => toLongId(id)))
  return ids.filter((id) => !shown.has(toLongId(id)))
}

export const isNothing = (news: QuestionNews) =>
  news.answers.length + news.editedAnswers + news.comments === 0 && !news.isQuestionEdited
