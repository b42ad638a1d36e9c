import type { Question } from '@stoa/contract/features/questions'
import { PostText, type PostTextData } from '../../kernel/post-text.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { When } from '../../kernel/when.tsx'
import { UserCard } from '../../ui/user-card.tsx'
import { PlainTags } from '../tags/plain-tags.tsx'
import { usePerson } from '../users/use-person.ts'

type QuestionViewProps = {
  question: Omit<Question, 'content' | 'html'>
  text: PostTextData
}

export function QuestionView({ question, text }: QuestionViewProps) {
  const t = useTranslate()
  const person = usePerson()
  const at = (time: number) => <When key="time" at={time} />
  return (
    <article className="md:ps-gutter">
      <header className="grid max-w-measure gap-2 border-b border-line pb-3">
        <h1 className="font-serif text-4xl leading-tight font-semibold tracking-head text-balance break-words">
          <bdi>{question.title}</bdi>
        </h1>
        <Facts question={question} />
      </header>
      <PostText text={text} className="prose max-w-measure py-5" />
      <div className="grid max-w-measure gap-6">
        <PlainTags tags={question.tags} look="chip" />
        <UserCard
          person={person(question.user_info)}
          what={t.rich<React.ReactNode>('question.asked', { time: at(question.create_time) })}
        />
      </div>
    </article>
  )
}

function Facts({ question }: { question: QuestionViewProps['question'] }) {
  const t = useTranslate()
  const fact = (key: 'question.asked' | 'question.modified', time: number) =>
    t.rich<React.ReactNode>(key, { time: <When key="time" at={time} /> })
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-ink-3">
      <li>{fact('question.asked', question.create_time)}</li>
      {question.edit_time > 0 && <li>{fact('question.modified', question.edit_time)}</li>}
      <li>{t('count.views', { count: question.view_count })}</li>
    </ul>
  )
}
