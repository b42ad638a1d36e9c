import type { MutedQuestion } from '@stoa/contract/features/follows'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { questionPath } from '../questions/permalink.ts'
import { useMute } from './use-mute.ts'

/** In the settings. Renders nothing if there are none. */
export function MutedQuestions({ questions }: { questions: readonly MutedQuestion[] }) {
  const t = useTranslate()
  if (questions.length === 0) return null
  return (
    <Section title={t('mute.list')}>
      <ul>
        {questions.map((question) => (
          <MutedRow key={question.question_id} question={question} />
        ))}
      </ul>
    </Section>
  )
}

function MutedRow({ question }: { question: MutedQuestion }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { question_id: questionId, title, url_title } = question
  const path = questionPath({ id: questionId, url_title }, site.permalink)
  const { toggle } = useMute({ questionId, source: question, isMuted: true, revalidates: true })
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2">
      <Link href={path} className="min-w-0 break-words hover:underline">
        <bdi>{title}</bdi>
      </Link>
      <Button size="sm" data-needs-script="" onClick={toggle}>
        {t('mute.unmute')}
        <span className="sr-only"> {title}</span>
      </Button>
    </li>
  )
}
