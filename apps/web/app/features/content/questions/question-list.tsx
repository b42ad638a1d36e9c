import type { QuestionItem } from '@stoa/contract/features/questions'
import type { ReactNode } from 'react'
import { PageLinks } from '../../../kernel/page-links.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { RowList, RowListHead } from '../../../ui/list-row.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { listHref, OrderTabs, type ListOrder } from './order-tabs.tsx'
import { QuestionRow } from './question-row.tsx'

export type QuestionPage = {
  list: QuestionItem[]
  page: number
  pages: number
  order: ListOrder
  /** Whether this browser remembers an order for lists without one in the URL. */
  hasRememberedOrder?: boolean
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
  /** Slugs of the viewer's ignored tags, whose questions are dimmed or hidden. */
  ignored?: readonly string[]
  aside?: ReactNode
}

export function QuestionList(props: QuestionListProps) {
  const { questions, orders, path, label, empty, followed, ignored = [], aside } = props
  const { list, page, pages, order, hasRememberedOrder } = questions
  const t = useTranslate()
  const { listView, viewer } = useVisit()
  const isIgnored = ({ tags }: QuestionItem) =>
    tags.some(({ slug_name }) => ignored.includes(slug_name))
  const shown =
    viewer?.ignored_tags === 'hide' ? list.filter((question) => !isIgnored(question)) : list
  return (
    <>
      <RowListHead columns={[t('question.votes'), t('question.answers'), t('question.views')]}>
        <OrderTabs
          orders={orders}
          current={order}
          hrefFor={(target) => listHref(path, target, 1, hasRememberedOrder)}
        />
      </RowListHead>
      {list.length === 0 ? (
        empty
      ) : (
        <RowList label={label} compact={listView === 'compact'}>
          {shown.map((question) => (
            <QuestionRow
              key={question.id}
              question={question}
              followed={followed}
              isIgnored={isIgnored(question)}
            />
          ))}
        </RowList>
      )}
      {shown.length < list.length && <HiddenQuestions count={list.length - shown.length} />}
      <PageLinks
        page={page}
        pages={pages}
        hrefFor={(target) => listHref(path, order, target, hasRememberedOrder)}
        aside={aside}
      />
    </>
  )
}

function HiddenQuestions({ count }: { count: number }) {
  const t = useTranslate()
  return (
    <p className="py-3 text-sm text-ink-3">
      {t('ignored_tags.hidden', { count })}{' '}
      <TextLink href="/users/settings/interface">{t('ignored_tags.settings')}</TextLink>
    </p>
  )
}
