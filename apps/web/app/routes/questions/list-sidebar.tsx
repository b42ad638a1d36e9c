import type { FollowedTag } from '@stoa/contract/features/follows'
import type { IgnoredTag } from '@stoa/contract/features/ignored-tags'
import { Rss } from 'lucide-react'
import { useLocation } from 'react-router'
import { FollowedTags } from '../../features/content/follows/followed-tags.tsx'
import { IgnoredTags } from '../../features/content/ignored-tags/ignored-tags.tsx'
import { HotQuestions, type HotQuestion } from '../../features/content/questions/hot-questions.tsx'
import { tagPath } from '../../features/content/tags/tag-path.ts'
import { SlotHtmlContext } from '../../features/site/plugin-slots/slot-html.ts'
import { Slot } from '../../features/site/plugin-slots/slot.tsx'
import { AboutSite } from '../../features/site/shell/about-site.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import type { SlotHtml } from '../../kernel/visit.ts'

type ListSidebarProps = {
  sidebar: {
    hot: HotQuestion[]
    followed: FollowedTag[] | null
    ignored: IgnoredTag[] | null
    slots?: SlotHtml
  }
  /** The path of the Atom feed. */
  feed: string
}

/** For the drawer on phones. */
export function toNavTags(followed: FollowedTag[] | null) {
  return followed?.map((tag) => ({ name: tag.display_name, href: tagPath(tag.slug_name) }))
}

export function ListSidebar({ sidebar, feed }: ListSidebarProps) {
  const { hot, followed, ignored, slots } = sidebar
  const { pathname } = useLocation()
  const t = useTranslate()
  const { viewer } = useVisit()
  return (
    <>
      {viewer === null && <AboutSite />}
      {followed && <FollowedTags tags={followed} />}
      {ignored && <IgnoredTags tags={ignored} />}
      <HotQuestions questions={hot} />
      <SlotHtmlContext value={slots}>
        <Slot name="sidebar" path={pathname} />
      </SlotHtmlContext>
      <p className="text-sm">
        <a
          href={feed}
          type="application/atom+xml"
          className="hit inline-flex items-center gap-1.5 text-ink-3 hover:text-accent-ink"
        >
          <Rss className="icon" aria-hidden="true" />
          {t('feed.link')}
        </a>
      </p>
    </>
  )
}
