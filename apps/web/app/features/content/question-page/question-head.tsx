import type { ReactNode } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { QuestionNotice } from '../questions/question-notice.tsx'
import type { QuestionData } from './question-page-data.ts'

type QuestionHeadProps = { question: QuestionData; path: string; followers: number }

export function QuestionHead({ question, path, followers }: QuestionHeadProps) {
  return (
    <header className="mb-5 grid max-w-measure grid-cols-[minmax(0,1fr)] gap-3 pt-3 md:ms-gutter md:pt-2">
      <h1 className="font-serif text-4xl leading-tight font-semibold tracking-head text-balance break-words">
        <Link href={path} className="hover:text-accent-ink">
          <bdi>{question.title}</bdi>
        </Link>
      </h1>
      <QuestionFacts question={question} followers={followers} />
      <QuestionNotice question={question} />
    </header>
  )
}

function QuestionFacts({ question, followers }: Omit<QuestionHeadProps, 'path'>) {
  const t = useTranslate()
  const fact = (key: 'post.asked' | 'post.modified', time: number) =>
    t.rich<ReactNode>(key, {
      time: (
        <b key="time" className="font-medium text-ink-2">
          <RelativeTime at={time} />
        </b>
      ),
    })
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-ink-3">
      <li>{fact('post.asked', question.create_time)}</li>
      {question.edit_time > 0 && <li>{fact('post.modified', question.edit_time)}</li>}
      <li>{t('count.views', { count: question.view_count })}</li>
      {followers > 0 && <li>{t('follow.count', { count: followers })}</li>}
    </ul>
  )
}
