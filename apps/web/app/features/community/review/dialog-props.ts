import type { Outcome } from '../../../kernel/use-mutation.ts'
import type { Decision, DeskCase } from './desk-case.ts'

/** Of a dialog that asks for what a decision needs. */
export type DialogProps = {
  one: DeskCase
  isSending: boolean
  onClose: () => void
  onDecide: (decision: Decision) => Promise<Outcome<unknown>>
}
