import {
  askQuestion,
  getQuestion as getQuestionCall,
  listQuestions as listCall,
} from '@stoa/contract/features/questions'
import { generalSettings } from '@stoa/contract/settings/site'
import { purge } from '../../kernel/cache.ts'
import { requiredReputation } from '../../kernel/privileges.ts'
import { route } from '../../kernel/route.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { ask } from './questions.actions.ts'
import { listQuestions } from './questions.listing.ts'
import { getQuestion, questionViewOf } from './questions.queries.ts'

export const questionsRoutes = [
  route(listCall, ({ input, ctx }) => listQuestions(ctx, input, input)),

  route(getQuestionCall, ({ input, who, ctx }) =>
    getQuestion(ctx.db, input.id, who, questionViewOf(ctx.settings)),
  ),

  route(askQuestion, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      const questionId = await ask(tx, who, input, {
        required: requiredReputation(ctx.settings),
        tags: tagPolicyOf(ctx.settings),
        siteUrl: ctx.settings.get(generalSettings).site_url,
      })
      await purge(tx, ctx, ['questions:count'])
      return await getQuestion(tx, questionId, who, questionViewOf(ctx.settings))
    }),
  ),
]
