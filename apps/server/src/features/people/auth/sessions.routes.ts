import { endOneSession, endOtherSessions, listSessions } from '@stoa/contract/features/sessions'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { endSessionOf, endSessions } from './sessions.actions.ts'
import { listSessionsOf } from './sessions.queries.ts'

export const sessionsRoutes = [
  route(listSessions, ({ actor, caller, ctx }) =>
    listSessionsOf(ctx.primary, { id: actor.id, token: caller.token }, ctx.clock.now()),
  ),

  route(endOneSession, ({ input, actor, transact }) =>
    transact(async (tx) => {
      if (!(await endSessionOf(tx, actor.id, input.id))) fail('base.not_found')
      return null
    }),
  ),

  route(endOtherSessions, ({ actor, caller, transact }) =>
    transact(async (tx) => {
      await endSessions(tx, actor.id, caller.token)
      return null
    }),
  ),
]
