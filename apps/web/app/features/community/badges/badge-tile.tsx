import type { Badge, BadgeAwardSummary } from '@stoa/contract/features/badges'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { BadgeMedal } from '../../../ui/badge-medal.tsx'
import { Link } from '../../../ui/link.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { toMedalLevel } from './badge-level.ts'
import { badgePath } from './badge-path.ts'
import './badge-tile.css'

export function BadgeGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="badge-grid">
      {children}
    </ul>
  )
}

type TileProps = {
  badge: BadgeAwardSummary
  href: string
  text?: string
  isLocked?: boolean
  end?: ReactNode
  children?: ReactNode
}

function Tile({ badge, href, text, isLocked = false, end, children }: TileProps) {
  const t = useTranslate()
  const level = toMedalLevel(badge.level)
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-3">
      <BadgeMedal level={level} isLocked={isLocked} />
      <div className="min-w-0">
        <Link
          href={href}
          className="font-serif text-base font-semibold after:absolute after:inset-0 hover:text-accent-ink"
        >
          {badge.name}
        </Link>
        <span className="sr-only">, {t(`badge.level.${level}`)}</span>
        {text !== undefined && <p className="text-sm leading-body text-ink-3">{text}</p>}
      </div>
      <p className="numeral text-sm whitespace-nowrap text-ink-3">{end}</p>
      {children}
    </li>
  )
}

/** A badge of the site, with what the viewer has of it. */
export function BadgeTile({ badge, isMember }: { badge: Badge; isMember: boolean }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { earned_count: earned, progress } = badge
  const hasProgress = earned === 0 && progress !== null && progress.value > 0
  return (
    <Tile
      badge={badge}
      href={badgePath(badge.id)}
      text={badge.description}
      isLocked={isMember && earned === 0 && !hasProgress}
      end={<TileState badge={badge} isMember={isMember} />}
    >
      {hasProgress && (
        <div className="col-span-2 col-start-2 mt-1.5">
          <Progress
            label={t('badge.progress', {
              value: number(progress.value),
              goal: number(progress.goal),
            })}
            value={progress.value / progress.goal}
          />
        </div>
      )}
    </Tile>
  )
}

function TileState({ badge, isMember }: { badge: Badge; isMember: boolean }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { earned_count: earned, progress, award_count: awards } = badge
  if (!isMember) return t('badge.awarded', { count: awards })
  if (earned > 1) return t('badge.times', { count: earned })
  if (earned === 1) {
    return (
      <span className="inline-flex items-center gap-1 font-medium text-ok">
        <Check className="icon" aria-hidden="true" />
        {t('badge.yours')}
      </span>
    )
  }
  if (progress === null || progress.value === 0) return t('badge.not_yet')
  return t('badge.progress', { value: number(progress.value), goal: number(progress.goal) })
}

type UserBadgesProps = { label: string; username: string; list: readonly BadgeAwardSummary[] }

/** The badges of a user. A link leads to what earned them. */
export function UserBadges({ label, username, list }: UserBadgesProps) {
  const t = useTranslate()
  return (
    <BadgeGrid label={label}>
      {list.map((badge) => (
        <Tile
          key={badge.id}
          badge={badge}
          href={badgePath(badge.id, { username })}
          end={badge.earned_count > 1 && t('badge.times', { count: badge.earned_count })}
        />
      ))}
    </BadgeGrid>
  )
}
