import { type Question, questionStatuses } from '@stoa/contract/features/questions'
import { LinkedData } from '../../kernel/linked-data.tsx'
import { PageTitle } from '../../kernel/page-title.tsx'

type Shown = Pick<
  Question,
  'id' | 'title' | 'description' | 'status' | 'show' | 'version' | 'vote_count' | 'answer_count'
>

/** What the page of a question says to other programs. `keepLinkedData` in the loader says the rest. */
export function ReadingMeta({ question, canonical }: { question: Shown; canonical: string }) {
  const isPublic =
    question.status === questionStatuses.open || question.status === questionStatuses.closed
  const isFound = isPublic && question.show === 1
  const feed = { path: `/questions/${question.id}/feed.atom`, title: question.title }
  return (
    <>
      <PageTitle
        title={question.title}
        description={question.description}
        canonical={canonical}
        hidden={!isFound}
        type="article"
        card={isPublic ? cardPath(question) : undefined}
        feed={isFound ? feed : undefined}
      />
      {isFound && <LinkedData />}
    </>
  )
}

/** Names what is drawn on it: others keep a picture for as long as its address stays the same. */
function cardPath({ id, version, vote_count, answer_count }: Shown): string {
  return `/cards/questions/${id}.png?v=${version}.${vote_count}.${answer_count}`
}
