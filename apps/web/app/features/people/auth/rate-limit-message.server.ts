import type { MessageKey } from '@stoa/locales/messages'
import { translator } from '@stoa/locales/translate'
import { visitContext, type LoadContext } from '../../../kernel/context.server.ts'
import type { FormProblem } from '../../../kernel/rejections.ts'

type Rejection = { problem: FormProblem; status: number }

/** Replaces the rate limit message with one that offers the account's owner another way. */
export function explainLimit<R extends Rejection>(
  context: LoadContext,
  rejection: R,
  key: MessageKey,
): R {
  if (rejection.status !== 429) return rejection
  const text = translator(context.get(visitContext).locale)(key)
  return { ...rejection, problem: { fields: {}, message: { kind: 'alert', text } } }
}
