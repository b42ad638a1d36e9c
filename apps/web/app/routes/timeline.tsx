import { redirect } from 'react-router'
import { TimelineView } from '../features/community/activity/timeline-view.tsx'
import { loadTimeline, type TimelineData } from '../features/community/activity/timeline.server.ts'
import { withHotQuestions } from '../features/content/questions/not-found.server.ts'
import {
  answerPath,
  answerTimelinePath,
  questionPath,
  questionTimelinePath,
} from '../features/content/questions/permalink.ts'
import { tagInfoPath, tagTimelinePath } from '../features/content/tags/tag-path.ts'
import { SitePage } from '../features/site/shell/site-page.tsx'
import { PageMeta } from '../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../kernel/visit-context.tsx'
import type { Site } from '../kernel/visit.ts'
import type { Route } from './+types/timeline.ts'

type Info = TimelineData['info']
type Params = Partial<Record<'qid' | 'aid' | 'tagId', string | undefined>>

export const loader = (args: Route.LoaderArgs) => withHotQuestions(args, () => load(args))

async function load(args: Route.LoaderArgs) {
  const { qid = '', aid, tagId }: Params = args.params
  const timeline = await loadTimeline(args, tagId ?? aid ?? qid)
  const path = tagId === undefined ? postTimelinePath(timeline.info) : tagTimelinePath(tagId)
  // Other forms of the ids, or an answer to another question.
  if (path !== args.url.pathname) throw redirect(path + args.url.search, 301)
  return { timeline, path }
}

function postTimelinePath({ object_type, question_id, answer_id }: Info): string {
  return object_type === 'answer'
    ? answerTimelinePath(question_id, answer_id)
    : questionTimelinePath(question_id)
}

function objectPathOf(info: Info, permalink: Site['permalink']): string {
  const { object_type, question_id: id, answer_id, url_title } = info
  if (object_type === 'tag') return tagInfoPath(url_title)
  return object_type === 'answer'
    ? answerPath({ id, url_title }, answer_id, permalink)
    : questionPath({ id, url_title }, permalink)
}

export default function TimelinePage({ loaderData }: Route.ComponentProps) {
  const { timeline, path } = loaderData
  const t = useTranslate()
  const { site } = useVisit()
  const { info } = timeline
  return (
    <SitePage>
      <PageMeta title={t('timeline.page_title', { title: info.title })} noIndex />
      <TimelineView
        timeline={timeline}
        path={path}
        objectPath={objectPathOf(info, site.permalink)}
      />
    </SitePage>
  )
}
