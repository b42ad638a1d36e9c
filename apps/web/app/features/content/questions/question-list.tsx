import type { QuestionItem } from '@stoa/contract/features/questions'
import type { ReactNode } from 'react'
import { PageLinks } from '../../../kernel/page-links.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { RowList, RowListHead } from '../../../ui/list-row.tsx'
import { listHref, OrderTabs, type ListOrder } from './order-tabs.tsx'
import { QuestionRow } from './question-row.tsx'

export type QuestionPage = {
  list: QuestionItem[]
  page: number
  pages: number
  order: ListOrder
}

type QuestionListProps = {
  questions: QuestionPage
  orders: readonly ListOrder[]
  path: string
  label: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** Slugs of the viewer's followed tags, which are highlighted. */
  followed?: readonly string[]
  aside?: ReactNode
}

export function QuestionList(props: QuestionListProps) {
  const { questions, orders, path, label, empty, followed, aside } = props
  const { list, page, pages, order } = questions
  const t = useTranslate()
  const { listView } = useVisit()
  return (
    <>
      <RowListHead columns={[t('question.votes'), t('question.answers'), t('question.views')]}>
        <OrderTabs orders={orders} current={order} path={path} />
      </RowListHead>
      {list.length === 0 ? (
        empty
      ) : (
        <RowList label={label} compact={listView === 'compact'}>
          {list.map((question) => (
            <QuestionRow key={question.id} question={question} followed={followed} />
          ))}
        </RowList>
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefFor={(target) => listHref(path, order, target)}
        aside={aside}
      />
    </>
  )
}
