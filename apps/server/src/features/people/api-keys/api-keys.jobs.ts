import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { after, every, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { apiKeys } from '../../../schema/api-keys.ts'
import { users } from '../../../schema/users.ts'
import { sendMail } from '../../site/mail/mail.actions.ts'
import { deleteOldKeys, revokeKeysOf } from './api-keys.actions.ts'
import { apiKeyCreatedMail } from './api-keys.mail.tsx'

const revokeKeys = (tx: Tx, { userId }: { userId: string }) => revokeKeysOf(tx, userId)

export const apiKeyListeners = [
  within('user.role_changed', revokeKeys),
  within('user.suspended', revokeKeys),
  within('user.deactivated', revokeKeys),
  within('account.password_changed', revokeKeys),

  after('api_key.created', 'notice-mail', async (ctx, { keyId }) => {
    const [created] = await ctx.db
      .select({ key: apiKeys, email: users.email, language: users.language })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(eq(apiKeys.id, keyId))
    if (!created?.email) return
    const content = apiKeyCreatedMail(ctx, created.language, created.key)
    await sendMail(ctx, { kind: 'api_key_created', to: created.email, ...content })
  }),

  every('53 3 * * *', 'drop-old-api-keys', async (ctx) => {
    await transact(ctx, deleteOldKeys)
  }),
]
