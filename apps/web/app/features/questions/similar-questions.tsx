import { listSimilarQuestions, type SimilarQuestion } from '@stoa/contract/features/search'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApi } from '../../kernel/api.ts'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { classNames } from '../../ui/class-names.ts'
import { markWords } from './mark-words.ts'
import { questionPath } from './permalink.ts'

const shortest = 10
const pauseMs = 400
const most = 5

type SimilarQuestionsProps = {
  title: string
  /** Someone is in the title: only then may the list move what stands below it. */
  isTyping: boolean
}

/** Questions like the one that is being asked, as long as its title is being written. */
export function SimilarQuestions({ title, isTyping }: SimilarQuestionsProps) {
  const t = useTranslate()
  const found = useSimilar(title.trim(), isTyping)
  return (
    <>
      <p role="status" className="sr-only">
        {found.length > 0 && t('ask.similar_found', { count: found.length })}
      </p>
      {found.length > 0 && (
        <div className="mt-2 border-s-2 border-accent-ink ps-4">
          <p className="pb-0.5 text-sm text-ink-2">
            <b className="text-ink">{t('ask.similar_title')}</b> {t('ask.similar_text')}
          </p>
          <ul>
            {found.map((question) => (
              <Line key={question.id} question={question} typed={title} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Line({ question, typed }: { question: SimilarQuestion; typed: string }) {
  const t = useTranslate()
  const { count } = useFormats()
  const { site } = useVisit()
  const isAnswered = question.accepted_answer
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline gap-x-2 border-b border-line py-1.5 last:border-0 md:grid-cols-[2.5rem_minmax(0,1fr)_auto]">
      <span
        className={classNames(
          'numeral flex items-center gap-1 text-sm font-semibold',
          isAnswered ? 'text-ok' : 'text-ink-3',
        )}
      >
        {isAnswered && <Check className="icon stroke-[2.75]" aria-hidden="true" />}
        {count(question.vote_count)}
        <span className="sr-only">
          {t('ask.similar_score')}
          {isAnswered && `, ${t('ask.similar_accepted')}`}
        </span>
      </span>
      <a
        href={questionPath(question, site.permalink)}
        target="_blank"
        rel="noopener"
        className="hit text-md font-medium hover:text-accent-ink"
      >
        <bdi>
          {markWords(question.title, typed).map(({ text, isMarked }, index) =>
            isMarked ? (
              <mark key={index} className="bg-transparent font-semibold text-accent-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </bdi>
        {question.status === 'closed' && <> {t('ask.similar_closed')}</>}
        <span className="sr-only"> {t('ask.similar_new_tab')}</span>
      </a>
      <small className="col-start-2 text-xs text-ink-3 md:col-start-3">
        {t('ask.similar_answers', { count: question.answer_count })}
      </small>
    </li>
  )
}

function useSimilar(title: string, isTyping: boolean): SimilarQuestion[] {
  const api = useApi()
  const [found, setFound] = useState<SimilarQuestion[]>([])
  useEffect(() => {
    if (!isTyping) return
    const stop = new AbortController()
    async function look() {
      const list =
        title.length < shortest ? [] : await api.call(listSimilarQuestions, { title }, stop)
      if (!stop.signal.aborted) setFound(list.slice(0, most))
    }
    // Finding nothing, or nobody to ask, must not keep anyone from asking.
    const timer = setTimeout(() => void look().catch(() => {}), title === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, title, isTyping])
  return found
}
