import { listFollowedTags } from '@stoa/contract/features/follows'
import { listQuestions } from '@stoa/contract/features/questions'
import { hotThisWeek, toHotQuestion } from '../../features/questions/hot-questions.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { visitContext, type LoadContext } from '../../kernel/context.server.ts'
import { isActivated } from '../../kernel/viewer.ts'

/** What stands beside a list of questions: two short lists at most. */
export async function loadMargin(args: { request: Request; context: LoadContext }) {
  const api = apiFrom(args)
  const { viewer } = args.context.get(visitContext)
  const isMember = viewer !== null && isActivated(viewer)
  const [hot, followed] = await Promise.all([
    api.call(listQuestions, hotThisWeek),
    isMember ? api.call(listFollowedTags, {}) : null,
  ])
  return { hot: hot.list.map(toHotQuestion), followed }
}
