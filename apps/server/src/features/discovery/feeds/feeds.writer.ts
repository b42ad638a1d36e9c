import { showTex } from '@stoa/markdown/plain'
import { generalSettings, interfaceSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import type { SettingsStore } from '../../../kernel/services.ts'
import { urlsOf } from '../../content/shared/posts.settings.ts'
import { toUserBasic } from '../../people/users/users.queries.ts'
import { type Entry, type Feed, toAtom } from './atom.ts'
import type { FeedRow } from './feeds.queries.ts'

type FeedContent = {
  path: string
  url: string
  title: string | null
  subtitle?: string
  /** The updated time of an empty feed. */
  since: Date
  rows: readonly FeedRow[]
}

/** In the language of the site, because a feed has many readers. */
export function createFeedWriter(settings: SettingsStore, origin: string) {
  const { name } = settings.get(generalSettings)
  const { language } = settings.get(interfaceSettings)
  const t = translator(isLocale(language) ? language : defaultLocale)
  const urls = urlsOf(settings, origin)

  function toEntry(row: FeedRow): Entry {
    const { questionId, answerId, slug, user } = row
    const isQuestion = answerId === null
    const { username, display_name } = toUserBasic(user)
    const id = `${origin}/questions/${questionId}`
    return {
      id: isQuestion ? id : `${id}#${answerId}`,
      url: isQuestion ? urls.question(questionId, slug) : urls.answer(questionId, slug, answerId),
      title: isQuestion ? row.title : t('feed.answer_to', { title: row.title }),
      html: row.html && showTex(row.html),
      excerpt: row.excerpt,
      author: {
        name: display_name,
        url: username === '' ? null : urls.user(username),
      },
      published: row.createdAt,
      updated: row.editedAt ?? row.createdAt,
      categories: row.tags.map((tag) => ({ term: tag.slugName, label: tag.displayName })),
    }
  }

  return {
    urls,
    write({ path, url, title, subtitle = '', since, rows }: FeedContent) {
      const entries = rows.map(toEntry)
      const updated = new Date(
        Math.max(since.getTime(), ...entries.map((entry) => entry.updated.getTime())),
      )
      const feed: Feed = {
        self: origin + path,
        url,
        base: `${origin}/`,
        language: t.tag,
        title: title === null ? name : `${title} - ${name}`,
        subtitle,
        updated,
        entries,
      }
      return { body: toAtom(feed), updated }
    },
  }
}
