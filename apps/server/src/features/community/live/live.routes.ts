import { getQuestionChanges as changesCall } from '@stoa/contract/features/live'
import { fail } from '../../../kernel/errors.ts'
import { questionTopic } from '../../../kernel/invalidation.ts'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { findQuestionChanges } from './changes.queries.ts'

export const liveRoutes = [
  route(changesCall, async ({ input, ctx }) => {
    // From the primary, because the value stays in memory until the next change.
    const load = () => findQuestionChanges(ctx.primary, input.id)
    const changes = await ctx.live.remember(questionTopic(input.id), load)
    if (changes === null) return fail('question.not_found')
    const writeId = idWriter(ctx.settings)
    return {
      question: {
        ...changes.question,
        id: writeId(changes.question.id),
        accepted_answer_id: writeId(changes.question.accepted_answer_id),
      },
      answers: changes.answers.map((answer) => ({ ...answer, id: writeId(answer.id) })),
    }
  }),
]
