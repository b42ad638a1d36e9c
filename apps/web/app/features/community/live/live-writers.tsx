import { PenLine } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { questionFactsId } from '../../content/question-page/question-facts-id.ts'
import { useWriters } from './use-writers.ts'

/** Says in the head of the question that others write an answer. Not read out: it is no reason to interrupt a reader. */
export function LiveWriters({ questionId }: { questionId: string }) {
  const t = useTranslate()
  const count = useWriters(questionId)
  const facts = count > 0 && document.getElementById(questionFactsId)
  if (!facts) return null
  const text = (
    <li className="live-writers">
      <PenLine className="icon" aria-hidden="true" />
      {t('live.writers', { count })}
    </li>
  )
  return createPortal(text, facts)
}
