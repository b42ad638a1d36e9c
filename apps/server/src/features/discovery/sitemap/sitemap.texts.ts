import { xmlHead, escapeXml } from '../feeds/xml.rules.ts'

const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

type SitemapEntry = { url: string; changedAt: Date }

export function toSitemapIndex(urls: readonly string[]) {
  const lines = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`)
  return `${xmlHead}<sitemapindex ${schema}>\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** Streams, so that only one batch is in memory. */
export async function* toSitemap<Row>(
  parts: AsyncIterable<Row[]>,
  toEntry: (row: Row) => SitemapEntry,
) {
  yield `${xmlHead}<urlset ${schema}>\n`
  for await (const rows of parts) {
    yield rows.map((row) => `${toUrlElement(toEntry(row))}\n`).join('')
  }
  yield '</urlset>\n'
}

function toUrlElement({ url, changedAt }: SitemapEntry) {
  return `<url><loc>${escapeXml(url)}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`
}

/** A private site disallows everything; otherwise the admin's text or a default. */
export function toRobotsTxt(site: { isPrivate: boolean; customText: string; origin: string }) {
  if (site.isPrivate) return 'User-agent: *\nDisallow: /\n'
  if (site.customText.trim() !== '') return `${site.customText.trimEnd()}\n`
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

type SiteInfo = { origin: string; name: string; description: string }

export function toOpenSearch({ origin, name, description }: SiteInfo) {
  return [
    `${xmlHead}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">`,
    // OpenSearch allows 16 characters.
    `<ShortName>${escapeXml(name.slice(0, 16))}</ShortName>`,
    `<LongName>${escapeXml(name)}</LongName>`,
    `<Description>${escapeXml(description === '' ? name : description)}</Description>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    '<OutputEncoding>UTF-8</OutputEncoding>',
    `<Url type="text/html" method="get" template="${escapeXml(origin)}/search?q={searchTerms}"/>`,
    '</OpenSearchDescription>\n',
  ].join('\n')
}

type AppInfo = Omit<SiteInfo, 'origin'> & {
  lang: string
  dir: 'ltr' | 'rtl'
  /** Empty: the icons of Stoa. */
  icon: string
  primaryColor: string
}

/** The installed app. Colors are those of the start, before a page says its own. */
export function toWebManifest({ name, description, lang, dir, icon, primaryColor }: AppInfo) {
  return JSON.stringify({
    name,
    short_name: name,
    ...(description === '' ? {} : { description }),
    lang,
    dir,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: primaryColor,
    background_color: '#ffffff',
    icons: [
      ...(icon === '' ? [] : [{ src: icon, sizes: 'any' }]),
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}

/** Always in English, as is customary for llms.txt. */
export function toLlmsTxt({ origin, name, description }: SiteInfo) {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const links = [
    ['Newest questions', '/questions', 'other orders: ?order=active, hot, score, unanswered'],
    ['Tags', '/tags', 'a page for each subject, with its questions'],
    ['Feed of new questions', '/feed.atom', 'Atom'],
    [
      'Feed of a tag, a question or a user',
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
