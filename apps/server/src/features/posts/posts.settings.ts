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
  const write = settings.get(writeSettings)
  return {
    required: requiredReputation(settings),
    siteUrl: settings.get(generalSettings).site_url,
    timeZone: settings.get(interfaceSettings).time_zone,
    allowsOneAnswer: write.restrict_answer,
    deletions: {
      most: write.deletion_block_posts,
      withinDays: write.deletion_block_within_days,
      blockDays: write.deletion_block_days,
    },
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

/** The addresses of pages, whole, as others may keep them. */
export function addressesOf(settings: SettingsStore, origin: string) {
  const { permalink } = settings.get(seoSettings)
  const writeId = idWriter(settings)
  const hasTitle = permalink === permalinks.idAndTitle || permalink === permalinks.shortIdAndTitle
  const at = (...parts: string[]) => [origin, ...parts.map(encodeURIComponent)].join('/')
  const inQuestion = (id: string, slug: string, ...rest: string[]) =>
    at('questions', writeId(id), ...(hasTitle && slug !== '' ? [slug] : []), ...rest)
  return {
    question: (id: string, slug: string) => inQuestion(id, slug),
    answer: (id: string, slug: string, answerId: string) => inQuestion(id, slug, writeId(answerId)),
    tag: (slugName: string) => at('tags', slugName),
    person: (username: string) => at('users', username),
  }
}
