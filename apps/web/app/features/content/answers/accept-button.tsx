import { useTranslate } from '../../../kernel/visit-context.tsx'
import { AcceptControl } from '../../../ui/vote-control.tsx'

type AcceptButtonProps = {
  isAccepted: boolean
  /** Explains the button until an answer is accepted. */
  hasWord: boolean
  onToggle: () => void
}

export function AcceptButton({ isAccepted, hasWord, onToggle }: AcceptButtonProps) {
  const t = useTranslate()
  return (
    <AcceptControl
      label={t('answer.accept')}
      word={hasWord ? t('answer.accept_word') : undefined}
      pressed={isAccepted}
      onToggle={onToggle}
    />
  )
}
