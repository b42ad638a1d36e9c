import type { Site } from '../../../kernel/visit.ts'

type QuestionRef = { id: string; url_title: string }

/** Settings 1 and 3 include the title; the API returns ids in the form of the setting. */
const permalinksWithTitle: readonly Site['permalink'][] = [1, 3]

export function questionPath(question: QuestionRef, permalink: Site['permalink']): string {
  const path = `/questions/${question.id}`
  const hasTitle = permalinksWithTitle.includes(permalink) && question.url_title !== ''
  return hasTitle ? `${path}/${encodeURIComponent(question.url_title)}` : path
}

export function answerPath(
  question: QuestionRef,
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

export function questionTimelinePath(questionId: string): string {
  return `/posts/${questionId}/timeline`
}

export function answerTimelinePath(questionId: string, answerId: string): string {
  return `/posts/${questionId}/${answerId}/timeline`
}
