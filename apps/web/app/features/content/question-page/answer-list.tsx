import { questionStatuses } from '@stoa/contract/features/questions'
import { useFormats } from '../../../kernel/formats.tsx'
import { answerOrderCookie, orderCookie } from '../../../kernel/preferences.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isStaff } from '../../../kernel/visit.ts'
import { Pager } from '../../../ui/pager.tsx'
import { TabLinks } from '../../../ui/tabs.tsx'
import { noAnswer, useAcceptance } from '../answers/use-acceptance.ts'
import { AnswerPost } from './answer-post.tsx'
import type { QuestionPageData } from './question-page-data.ts'
import { answersHref, answerOrders } from './question-url.ts'

type AnswerListProps = {
  pageData: QuestionPageData
  /** The path of the question, and the current query string. */
  path: string
  search: string
  currentPath: string
}

export function AnswerList({ pageData, path, search, currentPath }: AnswerListProps) {
  const { question, answers, answerCount, page, pages, order, hasRememberedOrder, target } =
    pageData
  const t = useTranslate()
  const { viewer } = useVisit()
  const { number } = useFormats()
  const { acceptedId, toggle } = useAcceptance(question)
  const isAsker = viewer !== null && (viewer.id === question.user_info.id || isStaff(viewer))
  const canAccept = isAsker && question.status !== questionStatuses.deleted
  if (answerCount === 0) return null
  return (
    <section aria-labelledby="answers">
      <div className="section-rule mt-12 flex max-w-measure items-end justify-between gap-4 pt-3 md:ms-gutter">
        <h2
          id="answers"
          tabIndex={-1}
          className="scroll-mt-4 font-serif text-2xl leading-title font-semibold tracking-title outline-none"
        >
          {t('count.answers', { count: answerCount })}
        </h2>
        {answerCount > 1 && (
          <TabLinks
            label={t('answer.order')}
            items={answerOrders.map((name) => ({
              href: answersHref(path, name, 1, hasRememberedOrder),
              label: t(`answer_order.${name}`),
              current: name === order,
              cookie: orderCookie(answerOrderCookie, name, answerOrders[0]),
            }))}
          />
        )}
      </div>
      {answers.map((answer) => (
        <AnswerPost
          key={answer.id}
          answer={answer}
          question={question}
          location={{ path: currentPath, search }}
          target={target}
          isAccepted={answer.id === acceptedId}
          hasAccepted={acceptedId !== noAnswer}
          onAccept={canAccept ? () => toggle(answer.id) : undefined}
        />
      ))}
      <div className="max-w-measure md:ms-gutter">
        <Pager
          label={t('answer.pager')}
          page={page}
          pages={pages}
          hrefFor={(pageNumber) => answersHref(path, order, pageNumber, hasRememberedOrder)}
          numberText={number}
          previousLabel={t('pager.previous')}
          nextLabel={t('pager.next')}
        />
      </div>
    </section>
  )
}
