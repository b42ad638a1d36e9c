import {
  listAnswersOfPerson as answersCall,
  listQuestionsOfPerson as questionsCall,
  listTopPosts as topCall,
} from '@stoa/contract/features/personal'
import { route } from '../../kernel/route.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { getListOwner } from '../users/users.queries.ts'
import { listAnswersOfPerson, listQuestionsOfPerson, listTopPosts } from './personal.queries.ts'

export const personalRoutes = [
  route(topCall, async ({ input, who, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, who)
    return await listTopPosts(ctx.db, userId, questionViewOf(ctx.settings))
  }),

  route(questionsCall, async ({ input, who, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, who)
    const view = questionViewOf(ctx.settings)
    return await listQuestionsOfPerson(ctx.db, { ...input, userId }, who, view)
  }),

  route(answersCall, async ({ input, who, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, who)
    const view = questionViewOf(ctx.settings)
    return await listAnswersOfPerson(ctx.db, { ...input, userId }, who, view)
  }),
]
