import { endOneSession, endOtherSessions, listSessions } from '@stoa/contract/features/sessions'
import { fail } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { endSessionOf, endSessions } from './sessions.actions.ts'
import { listSessionsOf } from './sessions.queries.ts'

export const sessionsRoutes = [
  route(listSessions, ({ who, caller, ctx }) =>
    listSessionsOf(ctx.primary, { id: who.id, token: caller.token }, ctx.clock.now()),
  ),

  route(endOneSession, ({ input, who, transact }) =>
    transact(async (tx) => {
      if (!(await endSessionOf(tx, who.id, input.id))) fail('base.not_found')
      return null
    }),
  ),

  route(endOtherSessions, ({ who, caller, transact }) =>
    transact(async (tx) => {
      await endSessions(tx, who.id, caller.token)
      return null
    }),
  ),
]
