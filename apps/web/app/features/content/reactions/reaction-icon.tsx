import type { Emoji } from '@stoa/contract/features/reactions'
import { Frown, Heart, Smile } from 'lucide-react'

const icons = { heart: Heart, smile: Smile, frown: Frown } as const

export function ReactionIcon({ emoji }: { emoji: Emoji }) {
  const Icon = icons[emoji]
  return <Icon className="icon text-base" aria-hidden="true" />
}
