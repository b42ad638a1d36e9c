import {
  listAnswersOfUser as answersCall,
  listQuestionsOfUser as questionsCall,
  listTopPosts as topCall,
} from '@stoa/contract/features/user-posts'
import { route } from '../../../kernel/route.ts'
import { questionViewOf } from '../../content/questions/questions.queries.ts'
import { getListOwner } from '../../people/users/users.queries.ts'
import { listAnswersOfUser, listQuestionsOfUser, listTopPosts } from './user-posts.queries.ts'

export const userPostsRoutes = [
  route(topCall, async ({ input, actor, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    return await listTopPosts(ctx.db, userId, questionViewOf(ctx.settings))
  }),

  route(questionsCall, async ({ input, actor, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    const view = questionViewOf(ctx.settings)
    return await listQuestionsOfUser(ctx.db, { ...input, userId }, actor, view)
  }),

  route(answersCall, async ({ input, actor, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    const view = questionViewOf(ctx.settings)
    return await listAnswersOfUser(ctx.db, { ...input, userId }, actor, view)
  }),
]
