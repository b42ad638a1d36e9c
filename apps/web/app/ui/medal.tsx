import { classNames } from './class-names.ts'
import { Count } from './count.tsx'

export type MedalLevel = 'gold' | 'silver' | 'bronze'

// Distinguished by shape as well as color: star, diamond, disc.
const SHAPE: Record<MedalLevel, string> = {
  gold: 'M6 .6l1.7 3.5 3.8.5-2.8 2.7.7 3.8L6 9.3l-3.4 1.8.7-3.8L.5 4.6l3.8-.5z',
  silver: 'M6 .8 11.2 6 6 11.2.8 6z',
  bronze: 'M6 1.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8z',
}

const COLOR: Record<MedalLevel, string> = {
  gold: 'fill-gold',
  silver: 'fill-silver',
  bronze: 'fill-bronze',
}

export function MedalIcon({ level }: { level: MedalLevel }) {
  return (
    <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" className="flex-none">
      <path d={SHAPE[level]} className={COLOR[level]} />
    </svg>
  )
}

type MedalsProps = {
  medals: { level: MedalLevel; count: string; label: string }[]
  className?: string
}

/** `label` is for screen readers: "11 gold badges". */
export function Medals({ medals, className }: MedalsProps) {
  return (
    <span className={classNames('inline-flex items-center gap-2 text-ink-3', className)}>
      {medals.map((medal) => (
        <span key={medal.level} title={medal.label} className="inline-flex items-center gap-1">
          <MedalIcon level={medal.level} />
          <span aria-hidden="true">
            <Count text={medal.count} />
          </span>
          <span className="sr-only">{medal.label}</span>
        </span>
      ))}
    </span>
  )
}
