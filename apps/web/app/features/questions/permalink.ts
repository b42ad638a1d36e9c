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
