import type { MedalLevel } from './medal.tsx'
import './badge-medal.css'

// One, two or three columns in a disc, a hexagon or a star: distinguished by shape as well as color.
const SHAPE: Record<MedalLevel, { edge: string; columns: string }> = {
  bronze: { edge: 'M16 3a13 13 0 1 1 0 26 13 13 0 0 1 0-26z', columns: 'M16 10v12' },
  silver: {
    edge: 'M16 2.2 28 9.1v13.8l-12 6.9-12-6.9V9.1z',
    columns: 'M13 10.5v11M19 10.5v11',
  },
  gold: {
    edge: 'M16 1.5l4.2 4.3 6-.2-.1 6 4.4 4.4-4.4 4.2.1 6-6-.1-4.2 4.4-4.2-4.4-6 .1.1-6L1.5 16l4.4-4.4-.1-6 6 .2z',
    columns: 'M11.5 11v10M16 11v10M20.5 11v10',
  },
}

type BadgeMedalProps = {
  level: MedalLevel
  size?: 'sm' | 'md' | 'lg'
  /** Not earned yet. */
  isLocked?: boolean
}

export function BadgeMedal({ level, size = 'md', isLocked = false }: BadgeMedalProps) {
  const { edge, columns } = SHAPE[level]
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className="badge-medal"
      data-level={level}
      data-size={size}
      data-locked={isLocked || undefined}
    >
      <path className="badge-medal-edge" d={edge} />
      <path className="badge-medal-columns" d={columns} />
    </svg>
  )
}
