import { redirect } from 'react-router'
import { TimelineView } from '../../features/community/activity/timeline-view.tsx'
import { loadTimeline } from '../../features/community/activity/timeline.server.ts'
import { withHotQuestions } from '../../features/content/questions/not-found.server.ts'
import {
  answerPath,
  answerTimelinePath,
  questionPath,
  questionTimelinePath,
} from '../../features/content/questions/permalink.ts'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import type { Route } from './+types/timeline.ts'

type Params = { qid: string; aid?: string | undefined }

export const loader = (args: Route.LoaderArgs) => withHotQuestions(args, () => load(args))

async function load(args: Route.LoaderArgs) {
  const { qid, aid }: Params = args.params
  const timeline = await loadTimeline(args, aid ?? qid)
  const path = pathOf(timeline.info)
  // Other forms of the ids, or an answer to another question.
  if (path !== args.url.pathname) throw redirect(path + args.url.search, 301)
  return timeline
}

type Info = Awaited<ReturnType<typeof loadTimeline>>['info']

function pathOf({ object_type, question_id, answer_id }: Info): string {
  return object_type === 'answer'
    ? answerTimelinePath(question_id, answer_id)
    : questionTimelinePath(question_id)
}

export default function PostTimeline({ loaderData: timeline }: Route.ComponentProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const { info } = timeline
  const question = { id: info.question_id, url_title: info.url_title }
  const objectPath =
    info.object_type === 'answer'
      ? answerPath(question, info.answer_id, site.permalink)
      : questionPath(question, site.permalink)
  return (
    <SitePage>
      <PageMeta title={t('timeline.page_title', { title: info.title })} noIndex />
      <TimelineView timeline={timeline} path={pathOf(info)} objectPath={objectPath} />
    </SitePage>
  )
}
