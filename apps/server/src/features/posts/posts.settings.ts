import { toShortId } from '@stoa/contract/ids'
import {
  generalSettings,
  interfaceSettings,
  permalinks,
  seoSettings,
} from '@stoa/contract/settings/site'
import { writeSettings } from '@stoa/contract/settings/writing'
import { requiredReputation } from '../../kernel/privileges.ts'
import type { SettingsStore } from '../../kernel/settings.ts'

/** What the site has decided about writing. */
export function postPolicyOf(settings: SettingsStore) {
  return {
    required: requiredReputation(settings),
    siteUrl: settings.get(generalSettings).site_url,
    timeZone: settings.get(interfaceSettings).time_zone,
    allowsOneAnswer: settings.get(writeSettings).restrict_answer,
  }
}

export type PostPolicy = ReturnType<typeof postPolicyOf>

/** How ids of questions and answers are written out; `0` for none. */
export type WriteId = (id: string | null) => string

export function idWriter(settings: SettingsStore): WriteId {
  const { permalink } = settings.get(seoSettings)
  const isShort = permalink === permalinks.shortIdAndTitle || permalink === permalinks.shortId
  return (id) => (id === null ? '0' : isShort ? toShortId(id) : id)
}
