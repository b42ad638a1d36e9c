import { xmlHead, xmlText } from '../../kernel/xml.ts'

export type Entry = {
  /** Stays the same whatever the entry's address looks like. */
  id: string
  url: string
  title: string
  /** The whole text; null when it is too long for a feed. */
  html: string | null
  excerpt: string
  author: { name: string; url: string | null }
  published: Date
  updated: Date
  categories: readonly { term: string; label: string }[]
}

export type Feed = {
  /** Where the feed itself is. */
  self: string
  /** The page it is about. */
  url: string
  /** What addresses in the texts are relative to. */
  base: string
  language: string
  title: string
  subtitle: string
  updated: Date
  entries: readonly Entry[]
}

/** A feed as RFC 4287 has it. */
export function toAtom(feed: Feed) {
  return [
    `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(feed.language)}" xml:base="${xmlText(feed.base)}">`,
    element('id', feed.self),
    element('title', feed.title),
    ...(feed.subtitle === '' ? [] : [element('subtitle', feed.subtitle)]),
    element('updated', feed.updated.toISOString()),
    link('self', 'application/atom+xml', feed.self),
    link('alternate', 'text/html', feed.url),
    ...feed.entries.map(toEntry),
    '</feed>\n',
  ].join('\n')
}

function toEntry(entry: Entry) {
  const { name, url } = entry.author
  return [
    '<entry>',
    element('id', entry.id),
    element('title', entry.title),
    link('alternate', 'text/html', entry.url),
    element('published', entry.published.toISOString()),
    element('updated', entry.updated.toISOString()),
    `<author>${element('name', name)}${url === null ? '' : element('uri', url)}</author>`,
    ...entry.categories.map(
      ({ term, label }) => `<category term="${xmlText(term)}" label="${xmlText(label)}"/>`,
    ),
    entry.html === null
      ? `<summary type="text">${xmlText(entry.excerpt)}</summary>`
      : `<content type="html">${xmlText(entry.html)}</content>`,
    '</entry>',
  ].join('\n')
}

function element(name: string, text: string) {
  return `<${name}>${xmlText(text)}</${name}>`
}

function link(rel: string, type: string, href: string) {
  return `<link rel="${rel}" type="${type}" href="${xmlText(href)}"/>`
}
