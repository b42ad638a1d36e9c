import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { readLines } from './settings.ts'

/** By the settings `admin_groups` and `moderator_groups`. Null if no groups are set, so that roles stay as they are. */
export function toRole(groups: readonly string[], settings: PluginValues): ExternalUser['role'] {
  const admins = readLines(settings, 'admin_groups')
  const moderators = readLines(settings, 'moderator_groups')
  if (admins.length + moderators.length === 0) return null
  if (groups.some((group) => admins.includes(group))) return 'admin'
  return groups.some((group) => moderators.includes(group)) ? 'moderator' : 'user'
}
