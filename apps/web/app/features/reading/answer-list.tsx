import { questionStatuses } from '@stoa/contract/features/questions'
import { useFormats } from '../../kernel/formats.ts'
import { isStaff } from '../../kernel/viewer.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Pager } from '../../ui/pager.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { useAccepting } from '../answers/use-accepting.ts'
import { AnswerPost } from './answer-post.tsx'
import { answersHref, shownOrders } from './reading-address.ts'
import type { Reading } from './reading-data.ts'

type AnswerListProps = {
  reading: Reading
  /** The address of the question, and what follows it now. */
  path: string
  search: string
  /** The address of this very page. */
  here: string
}

/** The answers, in the order the reader chose. */
export function AnswerList({ reading, path, search, here }: AnswerListProps) {
  const { question, answers, answerCount, page, pages, order, target } = reading
  const t = useTranslate()
  const { viewer } = useVisit()
  const { number } = useFormats()
  const { acceptedId, toggle } = useAccepting(question)
  const isAsker = viewer !== null && (viewer.id === question.user_info.id || isStaff(viewer))
  const accepts = isAsker && question.status !== questionStatuses.deleted
  if (answerCount === 0) return null
  return (
    <section aria-labelledby="answers">
      <div className="lintel mt-12 flex max-w-measure items-end justify-between gap-4 pt-3 md:ms-gutter">
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
            items={shownOrders.map((name) => ({
              href: answersHref(path, name, 1),
              label: t(`answer_order.${name}`),
              current: name === order,
            }))}
          />
        )}
      </div>
      {answers.map((answer) => (
        <AnswerPost
          key={answer.id}
          answer={answer}
          question={question}
          here={{ path: here, search }}
          target={target}
          isAccepted={answer.id === acceptedId}
          onAccept={accepts ? () => toggle(answer.id) : undefined}
        />
      ))}
      <div className="max-w-measure md:ms-gutter">
        <Pager
          label={t('answer.pager')}
          page={page}
          pages={pages}
          hrefFor={(to) => answersHref(path, order, to)}
          numberText={number}
          previousLabel={t('pager.previous')}
          nextLabel={t('pager.next')}
        />
      </div>
    </section>
  )
}
