import type { BadgeLevel } from '@stoa/contract/features/badges'
import type { MedalLevel } from '../../../ui/medal.tsx'

const levels = { 1: 'bronze', 2: 'silver', 3: 'gold' } as const satisfies Record<
  BadgeLevel,
  MedalLevel
>

export const toMedalLevel = (level: BadgeLevel): MedalLevel => levels[level]
