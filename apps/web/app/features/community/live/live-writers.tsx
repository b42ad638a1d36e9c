import { PenLine } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useWriters } from './use-writers.ts'

/** The facts in the head of the question. An id would be sent to every visitor. */
const factsSelector = 'main > header > ul'

/** Says in the head of the question that others write an answer. Not read out: it is no reason to interrupt a reader. */
export function LiveWriters({ questionId }: { questionId: string }) {
  const t = useTranslate()
  const count = useWriters(questionId)
  const facts = count > 0 && document.querySelector(factsSelector)
  if (!facts) return null
  const text = (
    <li className="live-writers">
      <PenLine className="icon" aria-hidden="true" />
      {t('live.writers', { count })}
    </li>
  )
  return createPortal(text, facts)
}
