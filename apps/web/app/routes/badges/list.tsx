import { listBadges, type Badge } from '@stoa/contract/features/badges'
import { BadgeGrid, BadgeTile } from '../../features/community/badges/badge-tile.tsx'
import { badgesPath } from '../../features/community/badges/badge-path.ts'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { BadgeMedal } from '../../ui/badge-medal.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import type { Route } from './+types/list.ts'

export async function loader(args: Route.LoaderArgs) {
  return { groups: await apiFrom(args).call(listBadges, {}) }
}

export default function BadgesPage({ loaderData }: Route.ComponentProps) {
  const { groups } = loaderData
  const t = useTranslate()
  const isMember = useVisit().viewer !== null
  const all = groups.flatMap((group) => group.badges)
  const close = all.filter(isClose).toSorted(byProgress).slice(0, maxClose)
  const title = t('badge.title')
  return (
    <SitePage>
      <PageMeta title={title} description={t('badge.about')} canonical={badgesPath} />
      <PageHead title={title} note={isMember && <OwnCount badges={all} />} />
      <p className="mb-3 max-w-measure leading-body text-ink-2">{t('badge.about')}</p>
      {all.length === 0 ? <EmptyState title={t('badge.none')} /> : <Levels />}
      <div className="mt-6 grid gap-8">
        {close.length > 0 && (
          <Section title={t('badge.close')}>
            <BadgeGrid label={t('badge.close')}>
              {close.map((badge) => (
                <BadgeTile key={badge.id} badge={badge} isMember />
              ))}
            </BadgeGrid>
          </Section>
        )}
        {groups.map((group) => (
          <Section
            key={group.group_name}
            title={group.group_name}
            aside={isMember && <OwnCount badges={group.badges} />}
          >
            <BadgeGrid label={group.group_name}>
              {group.badges.map((badge) => (
                <BadgeTile key={badge.id} badge={badge} isMember={isMember} />
              ))}
            </BadgeGrid>
          </Section>
        ))}
      </div>
    </SitePage>
  )
}

const maxClose = 2
/** From half of the way on. */
const isClose = ({ progress, earned_count: earned }: Badge) =>
  progress !== null && earned === 0 && progress.value * 2 >= progress.goal
const shareOf = ({ progress }: Badge) => (progress === null ? 0 : progress.value / progress.goal)
const byProgress = (one: Badge, other: Badge) => shareOf(other) - shareOf(one)

function OwnCount({ badges }: { badges: readonly Badge[] }) {
  const t = useTranslate()
  const { number } = useFormats()
  const earned = badges.filter(({ earned_count: times }) => times > 0).length
  return t('badge.own_count', { earned: number(earned), total: number(badges.length) })
}

function Levels() {
  const t = useTranslate()
  return (
    <ul className="flex flex-wrap gap-x-8 gap-y-2 py-2 text-md text-ink-2">
      {(['bronze', 'silver', 'gold'] as const).map((level) => (
        <li key={level} className="inline-flex items-center gap-2.5">
          <BadgeMedal level={level} size="sm" />
          <span>
            <b className="font-semibold text-ink">{t(`badge.level.${level}`)}</b>{' '}
            {t(`badge.level.${level}_text`)}
          </span>
        </li>
      ))}
    </ul>
  )
}
