import { MedalIcon, type MedalLevel } from './medal.tsx'
import { Link } from './link.tsx'

type BadgeChipProps = {
  name: string
  href: string
  level: MedalLevel
  /** For screen readers, which do not see the icon. */
  levelLabel: string
  count?: string
}

export function BadgeChip({ name, href, level, levelLabel, count }: BadgeChipProps) {
  return (
    <Link
      href={href}
      title={levelLabel}
      className="hit inline-flex min-h-6 items-center gap-1.5 rounded-sm bg-wash px-2 text-xs font-medium whitespace-nowrap text-ink-2 transition-colors hover:bg-accent-tint hover:text-accent-ink"
    >
      <MedalIcon level={level} />
      <span className="sr-only">{levelLabel}</span>
      {name}
      {count && <span className="numeral text-ink-3">{count}</span>}
    </Link>
  )
}
