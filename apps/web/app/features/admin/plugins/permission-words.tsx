import type { PluginPermission } from '@stoa/contract/features/plugins'
import {
  Bell,
  BotOff,
  Clock,
  Code,
  Database,
  Eye,
  FileText,
  Frame,
  Globe,
  Hand,
  HardDrive,
  KeyRound,
  type LucideIcon,
  MonitorPlay,
  PanelsTopLeft,
  Puzzle,
  Plug,
  Radio,
  Search,
  ShieldCheck,
  UserCog,
} from 'lucide-react'
import { useTranslate } from '../../../kernel/visit-context.tsx'

const icons: Record<PluginPermission['name'], LucideIcon> = {
  review_content: Hand,
  index_content: Search,
  read_events: Bell,
  read_content: FileText,
  change_posts: Eye,
  embed: MonitorPlay,
  add_pages: PanelsTopLeft,
  add_to_pages: Puzzle,
  run_in_browser: Code,
  check_captchas: BotOff,
  captcha_host: Frame,
  work_in_background: Clock,
  answer_requests: Radio,
  sign_in_users: KeyRound,
  set_roles: ShieldCheck,
  act_as_user: UserCog,
  store_data: Database,
  store_files: HardDrive,
  network: Globe,
  open_connections: Plug,
}

const serious: ReadonlySet<PluginPermission['name']> = new Set([
  'network',
  'captcha_host',
  'open_connections',
  'act_as_user',
  'sign_in_users',
  'set_roles',
])

/** Shown in amber: data leaves the server, or something happens in the name of a user. */
export function isSerious({ name }: PluginPermission): boolean {
  return serious.has(name)
}

export type PermissionWords = {
  Icon: LucideIcon
  /** "Connect to example.org". */
  may: string
  /** "Connects to example.org". */
  does: string
  about: string
}

export function usePermissionWords(): (permission: PluginPermission) => PermissionWords {
  const t = useTranslate()
  return ({ name, value }) => {
    const key = name === 'network' && value.startsWith('setting:') ? 'network_setting' : name
    // An address has the same direction in every language.
    const values = { host: `\u2066${value}\u2069` }
    return {
      Icon: icons[name],
      may: t(`plugin_permission.${key}.may`, values),
      does: t(`plugin_permission.${key}.does`, values),
      about: t(`plugin_permission.${key}.about`, values),
    }
  }
}

export const permissionKey = ({ name, value }: PluginPermission) => `${name} ${value}`

const limitations = ['server', 'accounts', 'posts', 'reviews', 'browser'] as const
type Limitation = (typeof limitations)[number]

/** Code that runs in the name of users can do what they can. */
const liftedBy: Record<Limitation, readonly PluginPermission['name'][]> = {
  server: [],
  accounts: ['act_as_user', 'run_in_browser', 'sign_in_users'],
  posts: ['act_as_user', 'run_in_browser', 'sign_in_users'],
  reviews: ['review_content'],
  browser: ['run_in_browser'],
}

export function limitationsOf(permissions: readonly PluginPermission[]): Limitation[] {
  const names = new Set(permissions.map(({ name }) => name))
  return limitations.filter((limitation) => !liftedBy[limitation].some((name) => names.has(name)))
}
