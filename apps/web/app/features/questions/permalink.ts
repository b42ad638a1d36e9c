import type { Site } from '../../kernel/visit.ts'

type Named = { id: string; url_title: string }

/** Permalink settings 1 and 3 carry the title; the API already gives ids in the form of the setting. */
const withTitle: readonly Site['permalink'][] = [1, 3]

/** The one address of a question. */
export function questionPath(question: Named, permalink: Site['permalink']): string {
  const path = `/questions/${question.id}`
  const hasTitle = withTitle.includes(permalink) && question.url_title !== ''
  return hasTitle ? `${path}/${encodeURIComponent(question.url_title)}` : path
}

/** The one address of an answer, on the page of its question. */
export function answerPath(
  question: Named,
  answerId: string,
  permalink: Site['permalink'],
): string {
  return `${questionPath(question, permalink)}/${answerId}`
}

export function editQuestionPath(questionId: string): string {
  return `/posts/${questionId}/edit`
}

export function editAnswerPath(questionId: string, answerId: string): string {
  return `/posts/${questionId}/${answerId}/edit`
}
