import { reasonOf } from '@stoa/contract/errors'
import {
  deleteAccount,
  exportMyData,
  getNotificationConfig,
  listPermissions,
  updateInterface,
  updateNotificationConfig,
  updateProfile,
} from '@stoa/contract/features/profile'
import { defaultLanguage } from '@stoa/contract/features/users'
import { userSettings } from '@stoa/contract/settings/people'
import { generalSettings } from '@stoa/contract/settings/site'
import { isLocale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { eq } from 'drizzle-orm'
import { purge } from '../../kernel/cache.ts'
import { failField } from '../../kernel/errors.ts'
import { isPassword } from '../../kernel/passwords.ts'
import { requiredReputation } from '../../kernel/privileges.ts'
import { personTag } from '../../kernel/pages/page-tags.ts'
import { route } from '../../kernel/route.ts'
import { peopleTag, toCurrentUser } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { exportUser } from './export.ts'
import { leave } from './leaving.actions.ts'
import { changeProfile } from './profile.actions.ts'
import { getMailChoices, getProof } from './profile.queries.ts'
import { canDo, isFresh } from './profile.rules.ts'

export const profileRoutes = [
  route(updateProfile, async ({ input, who, ctx, transact }) => {
    const policy = {
      users: ctx.settings.get(userSettings),
      siteUrl: ctx.settings.get(generalSettings).site_url,
    }
    return await transact(async (tx) => {
      const { user, isChanged } = await changeProfile(tx, who, input, policy)
      if (isChanged) {
        await purge(tx, ctx, [peopleTag])
        tx.touch([personTag(who.id)], 'now')
      }
      return toCurrentUser(user)
    })
  }),

  route(updateInterface, async ({ input, who, transact }) => {
    const isDefault = input.language === '' || input.language === defaultLanguage
    if (!isDefault && !isLocale(input.language)) failField('language', 'language.not_found')
    const changes = {
      language: isDefault ? '' : input.language,
      colorScheme: input.color_scheme,
      ...(input.time_zone === undefined ? {} : { timeZone: input.time_zone }),
    }
    return await transact(async (tx) => {
      await tx.update(users).set(changes).where(eq(users.id, who.id))
      return null
    })
  }),

  route(getNotificationConfig, ({ who, ctx }) => getMailChoices(ctx.db, who.id)),

  route(updateNotificationConfig, ({ input, who, transact }) =>
    transact(async (tx) => {
      const changes = {
        mailsInbox: input.inbox.enable,
        mailsAllQuestions: input.all_new_question.enable,
        mailsFollowedTags: input.all_new_question_for_following_tags.enable,
      }
      await tx.update(users).set(changes).where(eq(users.id, who.id))
      return null
    }),
  ),

  route(listPermissions, async ({ input, who, ctx, caller }) => {
    const t = translator(caller.locale)
    const required = requiredReputation(ctx.settings)
    const actions = new Set(input.action.split(',').map((action) => action.trim()))
    return Object.fromEntries(
      [...actions].map((action) => {
        const verdict = canDo(who, action, required)
        const tip = verdict.ok ? '' : t(reasonOf(verdict.code), verdict.values ?? {})
        return [action, { has_permission: verdict.ok, no_permission_tip: tip }]
      }),
    )
  }),

  route(exportMyData, ({ who, ctx }) => exportUser(ctx, who)),

  route(deleteAccount, async ({ input, who, caller, ctx, transact }) => {
    const { passwordHash, startedAt } = await getProof(ctx.db, who.id, caller.token)
    if (passwordHash === null) {
      if (!isFresh(startedAt, ctx.clock.now())) failField('pass', 'account.sign_in_again')
    } else if (!(await isPassword(input.pass ?? '', passwordHash))) {
      failField('pass', 'account.old_password_wrong')
    }
    return await transact(async (tx) => {
      await leave(tx, who, input.content)
      await purge(tx, ctx, [peopleTag, 'questions:count'])
      return null
    })
  }),
]
