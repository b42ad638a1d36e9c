import { eq } from 'drizzle-orm'
import { within } from '../../kernel/events.ts'
import { invites } from './invites.table.ts'

export const invitesListeners = [
  // Nobody waits for an answer of someone who left.
  within('account.left', async (tx, { userId }) => {
    await tx.delete(invites).where(eq(invites.userId, userId))
  }),
]
