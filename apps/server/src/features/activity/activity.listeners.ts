import { within } from '../../kernel/events.ts'
import { activities } from './activity.table.ts'

export const activityListeners = [
  within('question.asked', async (tx, { questionId, userId }) => {
    await tx
      .insert(activities)
      .values({ kind: 'asked', objectId: questionId, userId, createdAt: tx.now })
  }),
]
