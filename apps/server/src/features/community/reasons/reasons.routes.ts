import { listReasons, reasonsFor } from '@stoa/contract/features/reasons'
import { translator } from '@stoa/locales/translate'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { toReason } from './reasons.queries.ts'

export const reasonsRoutes = [
  route(listReasons, async ({ input, caller }) => {
    const numbers = reasonsFor(input.object_type, input.action) ?? fail('reason.none')
    const t = translator(caller.locale)
    return numbers.map((number) => toReason(number, t))
  }),
]
