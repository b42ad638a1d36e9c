import { xmlHead, escapeXml } from './xml.rules.ts'

export type Entry = {
  /** Must not change when the entry's URL changes. */
  id: string
  url: string
  title: string
  /** Null when it is too long for a feed. */
  html: string | null
  excerpt: string
  author: { name: string; url: string | null }
  published: Date
  updated: Date
  categories: readonly { term: string; label: string }[]
}

export type Feed = {
  /** URL of the feed itself. */
  self: string
  /** URL of the page. */
  url: string
  /** Base of relative URLs in the content. */
  base: string
  language: string
  title: string
  subtitle: string
  updated: Date
  entries: readonly Entry[]
}

/** Atom 1.0 (RFC 4287). */
export function toAtom(feed: Feed) {
  return [
    `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}" xml:base="${escapeXml(feed.base)}">`,
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
      ({ term, label }) => `<category term="${escapeXml(term)}" label="${escapeXml(label)}"/>`,
    ),
    entry.html === null
      ? `<summary type="text">${escapeXml(entry.excerpt)}</summary>`
      : `<content type="html">${escapeXml(entry.html)}</content>`,
    '</entry>',
  ].join('\n')
}

function element(name: string, text: string) {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function link(rel: string, type: string, href: string) {
  return `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`
}
