import { typeOfId } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import { eq, lt } from 'drizzle-orm'
import { every, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { deleteDraft } from './drafts.actions.ts'
import { drafts } from '../../../schema/drafts.ts'

const dayMs = 86_400_000

export const draftsListeners = [
  // In the transaction of the post, so that the draft is deleted exactly when the post is saved.
  within('question.asked', (tx, { userId }) =>
    deleteDraft(tx, { id: userId }, { kind: 'question', object_id: '0' }),
  ),
  within('answer.posted', (tx, { questionId, userId }) =>
    deleteDraft(tx, { id: userId }, { kind: 'answer', object_id: questionId }),
  ),
  within('content.held', async (tx, { objectId, questionId, userId }) => {
    const kind = typeOfId(objectId)
    if (kind === 'question')
      await deleteDraft(tx, { id: userId }, { kind: 'question', object_id: '0' })
    if (kind === 'answer')
      await deleteDraft(tx, { id: userId }, { kind: 'answer', object_id: questionId })
  }),
  within('pending_content.edited', (tx, { objectId, userId }) =>
    deleteDraft(tx, { id: userId }, { kind: 'edit', object_id: objectId }),
  ),
  within('question.edited', (tx, { questionId, userId }) =>
    deleteDraft(tx, { id: userId }, { kind: 'edit', object_id: questionId }),
  ),
  within('answer.edited', (tx, { answerId, userId }) =>
    deleteDraft(tx, { id: userId }, { kind: 'edit', object_id: answerId }),
  ),
  within('suggestion.added', (tx, { objectId, userId }) =>
    deleteDraft(tx, { id: userId }, { kind: 'edit', object_id: objectId }),
  ),
  within('account.left', async (tx, { userId }) => {
    await tx.delete(drafts).where(eq(drafts.userId, userId))
  }),
  every('41 3 * * *', 'sweep-drafts', async (ctx) => {
    const oldest = new Date(ctx.clock.now().getTime() - limits.draft.days * dayMs)
    await transact(ctx, (tx) => tx.delete(drafts).where(lt(drafts.savedAt, oldest)))
  }),
]
