import type { BadgeAwardSummary } from '@stoa/contract/features/badges'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { BadgeChip } from '../../../ui/badge-chip.tsx'
import { Section } from '../../../ui/section.tsx'
import { Link } from '../../../ui/link.tsx'
import { toMedalLevel } from './badge-level.ts'
import { badgePath } from './badge-path.ts'

type RecentBadgesProps = { list: readonly BadgeAwardSummary[]; username: string; allHref: string }

export function RecentBadges({ list, username, allHref }: RecentBadgesProps) {
  const t = useTranslate()
  const { number } = useFormats()
  if (list.length === 0) return null
  return (
    <Section title={t('badge.recent')} aside={<Link href={allHref}>{t('badge.all_of_user')}</Link>}>
      <ul className="flex flex-wrap gap-2 py-2">
        {list.map((badge) => {
          const level = toMedalLevel(badge.level)
          return (
            <li key={badge.id}>
              <BadgeChip
                name={badge.name}
                href={badgePath(badge.id, { username })}
                level={level}
                levelLabel={t(`badge.level.${level}`)}
                {...(badge.earned_count > 1 && { count: `×${number(badge.earned_count)}` })}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
