import type { FollowedTag } from '@stoa/contract/features/follows'
import { Rss } from 'lucide-react'
import { FollowedTags } from '../../features/follows/followed-tags.tsx'
import { HotQuestions, type HotQuestion } from '../../features/questions/hot-questions.tsx'
import { AboutSite } from '../../features/site/about-site.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'

type MarginProps = {
  margin: { hot: HotQuestion[]; followed: FollowedTag[] | null }
  /** The address of what is new here, for feed readers. */
  feed: string
}

/** Beside a list: who we are or what you follow, what is hot, and the feed. */
export function Margin({ margin: { hot, followed }, feed }: MarginProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  return (
    <>
      {viewer === null && <AboutSite />}
      {followed && <FollowedTags tags={followed} />}
      <HotQuestions questions={hot} />
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
