import { type Question, questionStatuses } from '@stoa/contract/features/questions'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { LinkedData } from './linked-data.tsx'

type MetaQuestion = Pick<
  Question,
  'id' | 'title' | 'description' | 'status' | 'show' | 'version' | 'vote_count' | 'answer_count'
>

/** Metadata for search engines and feed readers; the linked data comes from the loader. */
export function QuestionMeta({
  question,
  canonical,
}: {
  question: MetaQuestion
  canonical: string
}) {
  const isPublic =
    question.status === questionStatuses.open || question.status === questionStatuses.closed
  const isIndexed = isPublic && question.show === 1
  const feed = { path: `/questions/${question.id}/feed.atom`, title: question.title }
  return (
    <>
      <PageMeta
        title={question.title}
        description={question.description}
        canonical={canonical}
        noIndex={!isIndexed}
        type="article"
        card={isPublic ? toCardPath(question) : undefined}
        feed={isIndexed ? feed : undefined}
      />
      {isIndexed && <LinkedData />}
    </>
  )
}

/** Contains everything drawn on the card, because others cache the image by its URL. */
function toCardPath({ id, version, vote_count, answer_count }: MetaQuestion): string {
  return `/cards/questions/${id}.png?v=${version}.${vote_count}.${answer_count}`
}
