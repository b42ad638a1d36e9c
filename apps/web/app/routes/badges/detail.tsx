import { getBadge, listBadgeAwards, type Badge } from '@stoa/contract/features/badges'
import { limits } from '@stoa/contract/limits'
import { AwardRows } from '../../features/community/badges/award-rows.tsx'
import { toMedalLevel } from '../../features/community/badges/badge-level.ts'
import { badgePath, badgesPath } from '../../features/community/badges/badge-path.ts'
import { withHotQuestions } from '../../features/content/questions/not-found.server.ts'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { BadgeMedal } from '../../ui/badge-medal.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Figures } from '../../ui/chart/figures.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/detail.ts'

const pageSize = 30

export const loader = (args: Route.LoaderArgs) => withHotQuestions(args, () => load(args))

async function load(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const name = query.get('username')?.slice(0, limits.username.maxExisting) ?? ''
  const username = name === '' ? undefined : name
  const api = apiFrom(args)
  const { badge_id: id } = args.params
  const [badge, awards] = await Promise.all([
    api.call(getBadge, { id }),
    api.call(listBadgeAwards, {
      badge_id: id,
      page,
      page_size: pageSize,
      ...(username !== undefined && { username }),
    }),
  ])
  return { badge, username, ...toListPage(awards, page, pageSize) }
}

export default function BadgePage({ loaderData }: Route.ComponentProps) {
  const { badge, username, list, page, pages } = loaderData
  const t = useTranslate()
  const filter = username === undefined ? {} : { username }
  const owners = username === undefined ? t('badge.owners') : t('badge.awards_of', { username })
  return (
    <SitePage>
      <PageMeta
        title={badge.name}
        description={badge.description}
        canonical={badgePath(badge.id, { page })}
        noIndex={username !== undefined}
      />
      <Breadcrumb
        label={t('badge.title')}
        items={[{ label: t('badge.title'), href: badgesPath }, { label: badge.name }]}
      />
      <BadgeHead badge={badge} />
      <div className="mt-8 grid gap-8">
        <NextAward badge={badge} />
        <Section
          title={owners}
          aside={
            username !== undefined && <Link href={badgePath(badge.id)}>{t('badge.everyone')}</Link>
          }
        >
          {list.length === 0 ? (
            <EmptyState title={t('badge.nobody')} headingLevel={3}>
              <p>{badge.description}</p>
            </EmptyState>
          ) : (
            <AwardRows label={owners} badge={badge} list={list} />
          )}
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(target) => badgePath(badge.id, { ...filter, page: target })}
          />
        </Section>
      </div>
    </SitePage>
  )
}

function BadgeHead({ badge }: { badge: Badge }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { viewer } = useVisit()
  const level = toMedalLevel(badge.level)
  const own = { label: t('badge.you_earned'), value: number(badge.earned_count) }
  return (
    <>
      <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 py-5">
        <BadgeMedal level={level} size="lg" />
        <div>
          <h1 className="font-serif text-3xl leading-tight font-semibold tracking-title">
            {badge.name}
          </h1>
          <p className="mt-1.5 max-w-measure leading-body text-ink-2">
            {t(`badge.level.${level}`)} · {badge.description}
          </p>
        </div>
      </header>
      <Figures
        figures={[
          { label: t('badge.award_count'), value: number(badge.award_count) },
          ...(viewer === null ? [] : [own]),
          {
            label: t('badge.can_be_earned'),
            value: badge.is_single ? t('badge.once') : t('badge.several_times'),
          },
        ]}
      />
    </>
  )
}

function NextAward({ badge }: { badge: Badge }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { progress } = badge
  if (progress === null) return null
  const text = t('badge.progress', { value: number(progress.value), goal: number(progress.goal) })
  return (
    <Section title={t('badge.next')} aside={text}>
      <div className="py-3">
        <Progress label={text} value={progress.value / progress.goal} />
      </div>
    </Section>
  )
}
