import { xmlHead, xmlText } from '../../kernel/xml.ts'

const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

type Place = { url: string; changedAt: Date }

/** The map of maps. */
export function toIndex(addresses: readonly string[]) {
  const lines = addresses.map((url) => `<sitemap><loc>${xmlText(url)}</loc></sitemap>`)
  return `${xmlHead}<sitemapindex ${schema}>\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** A map, written while it is read: however long it is, only one part of it is in memory. */
export async function* toMap<Row>(parts: AsyncIterable<Row[]>, toPlace: (row: Row) => Place) {
  yield `${xmlHead}<urlset ${schema}>\n`
  for await (const rows of parts) {
    yield rows.map((row) => `${toUrl(toPlace(row))}\n`).join('')
  }
  yield '</urlset>\n'
}

function toUrl({ url, changedAt }: Place) {
  return `<url><loc>${xmlText(url)}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`
}

/** What crawlers may read: nothing of a private site; else what the admin says, or all that is worth it. */
export function toRobots(site: { isPrivate: boolean; written: string; origin: string }) {
  if (site.isPrivate) return 'User-agent: *\nDisallow: /\n'
  if (site.written.trim() !== '') return `${site.written.trimEnd()}\n`
  return [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /users/settings',
    'Disallow: /search?',
    '',
    `Sitemap: ${site.origin}/sitemap.xml`,
    '',
  ].join('\n')
}

type About = { origin: string; name: string; description: string }

/** Lets browsers search this site from their address bar. */
export function toOpenSearch({ origin, name, description }: About) {
  return [
    `${xmlHead}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">`,
    // The format allows no more.
    `<ShortName>${xmlText(name.slice(0, 16))}</ShortName>`,
    `<LongName>${xmlText(name)}</LongName>`,
    `<Description>${xmlText(description === '' ? name : description)}</Description>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    '<OutputEncoding>UTF-8</OutputEncoding>',
    `<Url type="text/html" method="get" template="${xmlText(origin)}/search?q={searchTerms}"/>`,
    '</OpenSearchDescription>\n',
  ].join('\n')
}

/** Tells programs that read for people what is where. In English, as such files are, whatever the site speaks. */
export function toLlms({ origin, name, description }: About) {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const links = [
    ['Newest questions', '/questions', 'other orders: ?order=active, hot, score, unanswered'],
    ['Tags', '/tags', 'a page for each subject, with its questions'],
    ['Feed of new questions', '/feed.atom', 'Atom'],
    [
      'Feed of a tag, a question or a person',
      '/tags/{tag}/feed.atom',
      'or /questions/{id}, /users/{name}',
    ],
    ['All questions and tags', '/sitemap.xml', 'sitemap'],
    [
      'API',
      '/answer/api/openapi.json',
      'OpenAPI description; questions are at /answer/api/v1/question/page',
    ],
  ].map(([label, path, note]) => `- [${label}](${origin}${path}): ${note}`)
  return [
    `# ${oneLine(name)}`,
    '',
    ...(description === '' ? [] : [`> ${oneLine(description)}`, '']),
    'A place where people ask questions and answer them. A question page shows the question and its answers as HTML.',
    '',
    '## Where things are',
    '',
    ...links,
    '',
  ].join('\n')
}
