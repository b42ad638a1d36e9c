import type { MemberAction } from '@stoa/contract/features/posts'
import { lazy } from 'react'
import { MenuButton } from '../shared/menu-button.tsx'
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

/** A menu for staff. Renders nothing for others. */
export function ModerationButton({ question }: { question: ModeratedQuestion }) {
  if (!question.member_actions.some(isModeration)) return null
  return (
    <MenuButton
      renderMenu={(trigger) => <QuestionModeration question={question} trigger={trigger} />}
    />
  )
}
