import { and, eq, ne } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { suggestions, suggestionStatuses } from '../../../schema/suggestions.ts'

export const suggestionsListeners = [
  /** Approved suggestions are published revisions; the others were never public. */
  within('account.left', async (tx, { userId }) => {
    await tx
      .delete(suggestions)
      .where(
        and(eq(suggestions.userId, userId), ne(suggestions.status, suggestionStatuses.approved)),
      )
  }),
]
