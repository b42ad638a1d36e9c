import { BellOff } from 'lucide-react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { useMute } from './use-mute.ts'

/** Below a question, for members. */
export function MuteButton({ question }: { question: { id: string; is_muted: boolean } }) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { isMuted, toggle } = useMute({
    questionId: question.id,
    source: question,
    isMuted: question.is_muted,
  })
  if (viewer === null) return null
  return (
    <TextButton
      data-needs-script=""
      highlighted={isMuted}
      icon={<BellOff className="icon" aria-hidden="true" />}
      onClick={toggle}
    >
      {t(isMuted ? 'mute.muted' : 'mute.mute')}
    </TextButton>
  )
}
