import { listSignIns as listCall } from '@stoa/contract/features/sign-ins'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { route } from '../../../kernel/route.ts'
import { listSignIns } from '../../people/auth/sign-ins.queries.ts'

export const signInRoutes = [
  route(listCall, ({ input, ctx }) =>
    listSignIns(ctx.db, input, ctx.settings.get(interfaceSettings).time_zone),
  ),
]
