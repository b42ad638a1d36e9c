import { reasonOf } from '@stoa/contract/errors'
import {
  deleteAccount,
  getNotificationConfig,
  listPermissions,
  updateInterface,
  updateNotificationConfig,
  updateProfile,
} from '@stoa/contract/features/profile-settings'
import { defaultLanguage } from '@stoa/contract/features/users'
import { isLocale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { eq } from 'drizzle-orm'
import { failField } from '../../../kernel/errors.ts'
import { verifyPassword } from '../../../kernel/passwords.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { route } from '../../../kernel/route.ts'
import { toCurrentUser } from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'
import { restoreInboxKinds } from '../mails/choices.actions.ts'
import { deleteAccountOf } from './account-deletion.actions.ts'
import { changeProfile } from './profile-settings.actions.ts'
import { getEmailNotifications, getLoginProof } from './profile-settings.queries.ts'
import { canPerform, isRecentLogin } from './profile-settings.rules.ts'

export const profileSettingsRoutes = [
  route(updateProfile, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { user, isChanged } = await changeProfile(tx, actor, input)
      if (isChanged) await tx.emit('profile.changed', { userId: actor.id })
      return toCurrentUser(user, tx.now)
    }),
  ),

  route(updateInterface, async ({ input, actor, transact }) => {
    const isDefault = input.language === '' || input.language === defaultLanguage
    if (!isDefault && !isLocale(input.language)) failField('language', 'language.not_found')
    const changes = {
      language: isDefault ? '' : input.language,
      colorScheme: input.color_scheme,
      ...(input.time_zone === undefined ? {} : { timeZone: input.time_zone }),
      ...(input.ignored_tags === undefined ? {} : { ignoredTagMode: input.ignored_tags }),
      ...(input.shows_writing === undefined ? {} : { showsWriting: input.shows_writing }),
    }
    return await transact(async (tx) => {
      await tx.update(users).set(changes).where(eq(users.id, actor.id))
      return null
    })
  }),

  route(getNotificationConfig, ({ actor, ctx }) => getEmailNotifications(ctx.db, actor.id)),

  route(updateNotificationConfig, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const changes = {
        mailsInbox: input.inbox.enable,
        mailsAllQuestions: input.all_new_question.enable,
        mailsFollowedTags: input.all_new_question_for_following_tags.enable,
      }
      await tx.update(users).set(changes).where(eq(users.id, actor.id))
      if (changes.mailsInbox) await restoreInboxKinds(tx, actor.id)
      return null
    }),
  ),

  route(listPermissions, async ({ input, actor, ctx, caller }) => {
    const t = translator(caller.locale)
    const required = requiredReputation(ctx.settings)
    const actions = new Set(input.action.split(',').map((action) => action.trim()))
    return Object.fromEntries(
      [...actions].map((action) => {
        const verdict = canPerform(actor, action, required)
        const tip = verdict.ok ? '' : t(reasonOf(verdict.code), verdict.values ?? {})
        return [action, { has_permission: verdict.ok, no_permission_tip: tip }]
      }),
    )
  }),

  route(deleteAccount, async ({ input, actor, caller, ctx, transact }) => {
    const { passwordHash, startedAt } = await getLoginProof(ctx.db, actor.id, caller.token)
    if (passwordHash === null) {
      if (!isRecentLogin(startedAt, ctx.clock.now())) failField('pass', 'account.sign_in_again')
    } else if (!(await verifyPassword(input.pass ?? '', passwordHash))) {
      failField('pass', 'account.old_password_wrong')
    }
    return await transact(async (tx) => {
      await deleteAccountOf(tx, actor, input.content)
      return null
    })
  }),
]
