import { limits } from '@stoa/contract/limits'
import { eq, lt } from 'drizzle-orm'
import { every, within } from '../../kernel/events.ts'
import { dropDraft } from './drafts.actions.ts'
import { drafts } from './drafts.table.ts'

const dayMs = 86_400_000

export const draftsListeners = [
  // In the transaction of the post: a draft neither outlives what became of it, nor is it lost when that fails.
  within('question.asked', (tx, { userId }) =>
    dropDraft(tx, { id: userId }, { kind: 'question', object_id: '0' }),
  ),
  within('answer.posted', (tx, { questionId, userId }) =>
    dropDraft(tx, { id: userId }, { kind: 'answer', object_id: questionId }),
  ),
  within('question.edited', (tx, { questionId, userId }) =>
    dropDraft(tx, { id: userId }, { kind: 'edit', object_id: questionId }),
  ),
  within('answer.edited', (tx, { answerId, userId }) =>
    dropDraft(tx, { id: userId }, { kind: 'edit', object_id: answerId }),
  ),
  within('account.left', async (tx, { userId }) => {
    await tx.delete(drafts).where(eq(drafts.userId, userId))
  }),
  every('41 3 * * *', 'sweep-drafts', async (ctx) => {
    const limit = new Date(ctx.clock.now().getTime() - limits.draft.days * dayMs)
    await ctx.db.delete(drafts).where(lt(drafts.savedAt, limit))
  }),
]
