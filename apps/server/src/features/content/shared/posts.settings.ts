import { toShortId } from '@stoa/contract/ids'
import { permalinks, seoSettings } from '@stoa/contract/settings/site'
import { writeSettings } from '@stoa/contract/settings/writing'
import type { SettingsStore } from '../../../kernel/services.ts'
import type { DeletionPolicy } from './deletions.rules.ts'

export function deletionPolicyOf(settings: SettingsStore): DeletionPolicy {
  const write = settings.get(writeSettings)
  return {
    maxDeletions: write.deletion_block_posts,
    withinDays: write.deletion_block_within_days,
    blockDays: write.deletion_block_days,
  }
}

/** Formats an id for the wire; `0` for none. */
export type WriteId = (id: string | null) => string

type Permalink = (typeof permalinks)[keyof typeof permalinks]

export function idWriter(settings: SettingsStore): WriteId {
  return idWriterOf(settings.get(seoSettings).permalink)
}

function idWriterOf(permalink: Permalink): WriteId {
  const isShort = permalink === permalinks.shortIdAndTitle || permalink === permalinks.shortId
  return (id) => (id === null ? '0' : isShort ? toShortId(id) : id)
}

/** Absolute URLs of pages. */
export function urlsOf(settings: SettingsStore, origin: string) {
  return urlsOfForm(settings.get(seoSettings).permalink, origin)
}

/** The same in a form of links that is not saved yet. */
export function urlsOfForm(permalink: Permalink, origin: string) {
  const writeId = idWriterOf(permalink)
  const hasTitle = permalink === permalinks.idAndTitle || permalink === permalinks.shortIdAndTitle
  const toUrl = (...parts: string[]) => [origin, ...parts.map(encodeURIComponent)].join('/')
  const toQuestionUrl = (id: string, slug: string, ...rest: string[]) =>
    toUrl('questions', writeId(id), ...(hasTitle && slug !== '' ? [slug] : []), ...rest)
  return {
    question: (id: string, slug: string) => toQuestionUrl(id, slug),
    answer: (id: string, slug: string, answerId: string) =>
      toQuestionUrl(id, slug, writeId(answerId)),
    /** Below a question or an answer. */
    comment: (postUrl: string, commentId: string) =>
      `${postUrl}?commentId=${writeId(commentId)}#comment-${writeId(commentId)}`,
    tag: (slugName: string) => toUrl('tags', slugName),
    user: (username: string) => toUrl('users', username),
  }
}
