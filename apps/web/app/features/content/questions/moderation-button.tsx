import type { MemberAction } from '@stoa/contract/features/posts'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import {
  type ModeratedQuestion,
  type ModerationAction,
  moderationActions,
} from './use-moderation.ts'

const QuestionModeration = lazy(async () => {
  const module = await import('./question-moderation.tsx')
  return { default: module.QuestionModeration }
})

export function isModeration(
  action: MemberAction,
): action is MemberAction & { action: ModerationAction } {
  return moderationActions.some((name) => name === action.action)
}

/** A menu for staff, loaded on demand. Renders nothing for others. */
export function ModerationButton({ question }: { question: ModeratedQuestion }) {
  const t = useTranslate()
  const [isLoaded, setLoaded] = useState(false)
  if (!question.member_actions.some(isModeration)) return null
  const button = (
    <TextButton
      data-needs-script=""
      aria-haspopup="menu"
      icon={<Ellipsis className="icon" aria-hidden="true" />}
      onClick={() => setLoaded(true)}
    >
      <span className="max-md:sr-only">{t('moderate.menu')}</span>
    </TextButton>
  )
  if (!isLoaded) return button
  return (
    <Suspense fallback={button}>
      <QuestionModeration question={question} trigger={button} />
    </Suspense>
  )
}
