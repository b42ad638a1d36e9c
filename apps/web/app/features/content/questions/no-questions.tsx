import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { ListOrder } from './order-tabs.tsx'

export function NoQuestions({ order }: { order: ListOrder }) {
  const t = useTranslate()
  if (order === 'unanswered') {
    return (
      <EmptyState
        title={t('question.all_answered')}
        action={<ButtonLink href="/questions">{t('question.see_newest')}</ButtonLink>}
      >
        <p>{t('question.all_answered_text')}</p>
      </EmptyState>
    )
  }
  if (order === 'recommend') {
    return (
      <EmptyState
        title={t('question.none_recommended')}
        action={<ButtonLink href="/tags">{t('tags.find')}</ButtonLink>}
      >
        <p>{t('question.none_recommended_text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('question.none_title')}
      action={<ButtonLink href="/questions/ask">{t('nav.ask')}</ButtonLink>}
    >
      <p>{t('question.none_text')}</p>
    </EmptyState>
  )
}
