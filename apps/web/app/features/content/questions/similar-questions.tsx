import { listSimilarQuestions, type SimilarQuestion } from '@stoa/contract/features/search'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { highlightWords } from './highlight-words.ts'
import { questionPath } from './permalink.ts'

const minTitleLength = 10
const debounceMs = 400
const maxShown = 5

type SimilarQuestionsProps = {
  title: string
  /** The list changes only while the title has focus, to avoid layout shifts elsewhere. */
  isTyping: boolean
}

export function SimilarQuestions({ title, isTyping }: SimilarQuestionsProps) {
  const t = useTranslate()
  const similar = useSimilarQuestions(title.trim(), isTyping)
  return (
    <>
      <p role="status" className="sr-only">
        {similar.length > 0 && t('ask.similar_found', { count: similar.length })}
      </p>
      {similar.length > 0 && (
        <div className="mt-2 border-s-2 border-accent-ink ps-4">
          <p className="pb-0.5 text-sm text-ink-2">
            <b className="text-ink">{t('ask.similar_title')}</b> {t('ask.similar_text')}
          </p>
          <ul>
            {similar.map((question) => (
              <SimilarQuestionRow key={question.id} question={question} input={title} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function SimilarQuestionRow({ question, input }: { question: SimilarQuestion; input: string }) {
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
          {highlightWords(question.title, input).map(({ text, isHighlighted }, index) =>
            isHighlighted ? (
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

function useSimilarQuestions(title: string, isTyping: boolean): SimilarQuestion[] {
  const api = useApi()
  const [similar, setSimilar] = useState<SimilarQuestion[]>([])
  useEffect(() => {
    if (!isTyping) return
    const controller = new AbortController()
    async function load() {
      const list =
        title.length < minTitleLength
          ? []
          : await api.call(listSimilarQuestions, { title }, controller)
      if (!controller.signal.aborted) setSimilar(list.slice(0, maxShown))
    }
    // Suggestions are optional: failures are ignored.
    const timer = setTimeout(() => void load().catch(() => {}), title === '' ? 0 : debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, title, isTyping])
  return similar
}
