import { TimelineView } from '../../features/community/activity/timeline-view.tsx'
import { loadTimeline } from '../../features/community/activity/timeline.server.ts'
import { withHotQuestions } from '../../features/content/questions/not-found.server.ts'
import { tagInfoPath, tagTimelinePath } from '../../features/content/tags/tag-path.ts'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { Route } from './+types/timeline.ts'

export const loader = (args: Route.LoaderArgs) =>
  withHotQuestions(args, async () => ({
    tagId: args.params.tagId,
    timeline: await loadTimeline(args, args.params.tagId),
  }))

export default function TagTimeline({ loaderData }: Route.ComponentProps) {
  const { tagId, timeline } = loaderData
  const t = useTranslate()
  const { info } = timeline
  return (
    <SitePage>
      <PageMeta title={t('timeline.page_title', { title: info.title })} noIndex />
      <TimelineView
        timeline={timeline}
        path={tagTimelinePath(tagId)}
        objectPath={tagInfoPath(info.url_title)}
      />
    </SitePage>
  )
}
