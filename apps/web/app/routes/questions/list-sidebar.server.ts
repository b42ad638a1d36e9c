import { listFollowedTags } from '@stoa/contract/features/follows'
import { listIgnoredTags } from '@stoa/contract/features/ignored-tags'
import { listQuestions } from '@stoa/contract/features/questions'
import { hotThisWeekInput, toHotQuestion } from '../../features/content/questions/hot-questions.tsx'
import { loadSlots } from '../../features/site/plugin-slots/slots.server.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { isActivated } from '../../kernel/visit.ts'

export async function loadListSidebar(args: Parameters<typeof apiFrom>[0]) {
  const api = apiFrom(args)
  const { viewer } = args.context.get(visitContext)
  const isMember = viewer !== null && isActivated(viewer)
  const [hot, followed, ignored, slots] = await Promise.all([
    api.call(listQuestions, hotThisWeekInput),
    isMember ? api.call(listFollowedTags, {}) : null,
    isMember ? api.call(listIgnoredTags, {}) : null,
    loadSlots(args.context, [{ name: 'sidebar', props: { path: args.url.pathname } }]),
  ])
  return { hot: hot.list.map(toHotQuestion), followed, ignored, ...slots }
}
