import { roles } from '@stoa/contract/access'
import type { UserCenterPart } from '@stoa/contract/endpoint'
import {
  activateByLink,
  addAccounts,
  changeRole as changeRoleCall,
  changeStatus as changeStatusCall,
  countAccounts as countCall,
  createActivationLink,
  editAccount as editCall,
  exportAccounts as exportCall,
  getUserCenterAgent,
  listAccounts as listCall,
  listRoles,
  setPassword as setPasswordCall,
} from '@stoa/contract/features/people'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { findUserCenter } from '../../../kernel/plugins.ts'
import { type Caller, route } from '../../../kernel/route.ts'
import { hashNewPassword } from '../../people/auth/accounts.actions.ts'
import { addUsers, checkLines, hashLines } from './added-users.actions.ts'
import { toAddedLine } from './added-users.rules.ts'
import {
  editAccount,
  sendActivation,
  sendPasswordLink,
  setPassword,
} from './credentials.actions.ts'
import { changeRole, changeStatus, roleNames } from './people.actions.ts'
import { exportAccounts } from './people.export.ts'
import { countAccounts, listAccounts } from './people.queries.ts'

const viewOf = (ctx: Context, { locale }: Caller) => ({
  now: ctx.clock.now(),
  timeZone: ctx.settings.get(interfaceSettings).time_zone,
  t: translator(locale),
})

export const peopleRoutes = [
  route(listCall, ({ input, caller, ctx }) => listAccounts(ctx.db, input, viewOf(ctx, caller))),
  route(countCall, ({ ctx }) => countAccounts(ctx.db, ctx.clock.now())),
  route(exportCall, async ({ input, caller, ctx }) =>
    exportAccounts(ctx.db, input, viewOf(ctx, caller)),
  ),

  route(listRoles, async ({ caller }) => {
    const t = translator(caller.locale)
    return [roles.user, roles.admin, roles.moderator].map((id) => ({
      id,
      name: t(`role.${roleNames[id]}`),
      description: t(`people.role.${roleNames[id]}`),
    }))
  }),

  route(changeRoleCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await changeRole(tx, actor, { userId: input.user_id, roleId: input.role_id })
      return null
    }),
  ),

  route(changeStatusCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await changeStatus(tx, actor, input)
      return null
    }),
  ),

  route(setPasswordCall, async ({ input: { user_id: userId, password }, actor, transact }) => {
    const passwordHash = password === undefined ? null : await hashNewPassword('password', password)
    return await transact(async (tx) => {
      if (passwordHash === null) await sendPasswordLink(tx, actor, userId)
      else await setPassword(tx, actor, { userId, passwordHash })
      return null
    })
  }),

  route(editCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await editAccount(tx, actor, input)
      return null
    }),
  ),

  route(createActivationLink, ({ input, actor, transact }) =>
    transact(async (tx) => ({
      activation_url: await sendActivation(tx, actor, { userId: input.user_id, by: 'link' }),
    })),
  ),

  route(activateByLink, ({ input: { user_id: userId, by }, actor, transact }) =>
    transact(async (tx) => ({ activation_url: await sendActivation(tx, actor, { userId, by }) })),
  ),

  route(addAccounts, async ({ input, actor, ctx, transact }) => {
    const lines = await checkLines(ctx.primary, input.users)
    if (input.dry_run) return { added: 0, lines: lines.map(toAddedLine) }
    const newUsers = await hashLines(lines)
    return await transact((tx) => addUsers(tx, actor, newUsers))
  }),

  route(getUserCenterAgent, async ({ ctx }) => {
    const owned = findUserCenter(ctx.plugins)?.owns ?? null
    const isOwn = (part: UserCenterPart) => owned?.includes(part) !== true
    return {
      enabled: owned !== null,
      allow_create_user: isOwn('login'),
      allow_update_user_status: true,
      allow_update_user_password: isOwn('login'),
      allow_update_user_role: isOwn('roles'),
    }
  }),
]
