import { createLucideIcon } from 'lucide-react'

/** Its path is shorter than that of the icon set, because it is on every page twice. */
export const BadgeIcon = createLucideIcon('badge', [
  ['circle', { cx: '12', cy: '8', r: '6', key: 'disc' }],
  ['path', { d: 'M9 13v9l3-2 3 2v-9', key: 'ribbon' }],
])
