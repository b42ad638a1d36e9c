import { eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { invites } from '../../../schema/invites.ts'

export const invitesListeners = [
  within('account.left', async (tx, { userId }) => {
    await tx.delete(invites).where(eq(invites.userId, userId))
  }),
]
