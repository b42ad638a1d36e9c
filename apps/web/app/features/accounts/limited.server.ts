import type { MessageKey } from '@stoa/locales/messages'
import { translator } from '@stoa/locales/translate'
import { visitContext, type LoadContext } from '../../kernel/context.server.ts'
import type { FormProblem } from '../../kernel/form-problem.ts'

type Refusal = { problem: FormProblem; status: number }

/** Replaces the message of a rate limit with one that says what else the owner of the account can do. */
export function explainLimit<R extends Refusal>(
  context: LoadContext,
  refusal: R,
  key: MessageKey,
): R {
  if (refusal.status !== 429) return refusal
  const text = translator(context.get(visitContext).locale)(key)
  return { ...refusal, problem: { fields: {}, message: { kind: 'alert', text } } }
}
