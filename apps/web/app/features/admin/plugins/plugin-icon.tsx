import {
  Bell,
  Blocks,
  Download,
  Eye,
  HardDrive,
  type LucideIcon,
  Palette,
  PanelRight,
  PanelsTopLeft,
  Plug,
  Search,
  ShieldCheck,
  ShieldQuestion,
  SquarePen,
  SquarePlay,
  Users,
} from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  connector: Plug,
  search: Search,
  editor: SquarePen,
  route: PanelsTopLeft,
  captcha: ShieldQuestion,
  render: Eye,
  'user-center': Users,
  storage: HardDrive,
  reviewer: ShieldCheck,
  notification: Bell,
  embed: SquarePlay,
  sidebar: PanelRight,
  importer: Download,
  theme: Palette,
}

const SIZE = { md: 'size-11 text-xl', lg: 'size-14 text-[1.625rem]' }

type PluginIconProps = { kinds: readonly string[]; size?: keyof typeof SIZE }

/** Of the first kind. */
export function PluginIcon({ kinds, size = 'md' }: PluginIconProps) {
  const Icon = icons[kinds[0] ?? ''] ?? Blocks
  return (
    <span
      className={classNames(
        'grid flex-none place-items-center rounded-md bg-wash-2 text-ink-2',
        SIZE[size],
      )}
    >
      <Icon className="icon" aria-hidden="true" />
    </span>
  )
}
