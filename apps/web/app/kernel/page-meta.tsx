import type { Locale } from '@stoa/locales/languages'
import { useLocation } from 'react-router'
import { useVisit } from './visit-context.tsx'
import type { Site } from './visit.ts'

type PageMetaProps = {
  title?: string | undefined
  description?: string
  canonical?: string
  noIndex?: boolean
  type?: 'website' | 'article' | 'profile'
  feed?: { path: string; title: string } | undefined
  card?: string | undefined
}

const cardSize = { width: 1200, height: 630 }

/** React hoists these elements into the head. */
export function PageMeta(props: PageMetaProps) {
  const { title, description, canonical, noIndex = false, feed } = props
  const { site } = useVisit()
  const summary = description || site.description
  const path = useIndexablePath()
  const canonicalPath = canonical ?? (noIndex ? undefined : path)
  const toUrl = createUrlResolver(site.url)
  return (
    <>
      <title>{titleOf(site, title)}</title>
      {summary !== '' && <meta name="description" content={summary} />}
      {canonicalPath !== undefined && <link rel="canonical" href={toUrl(canonicalPath)} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {feed !== undefined && (
        <link rel="alternate" type="application/atom+xml" title={feed.title} href={feed.path} />
      )}
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={site.name}
        href="/opensearch.xml"
      />
      <LinkPreview {...props} description={summary} url={toUrl(canonical ?? path)} />
    </>
  )
}

function titleOf(site: Site, title: string | undefined): string {
  if (title !== undefined && title !== site.name) return `${title} - ${site.name}`
  return site.shortDescription === '' ? site.name : `${site.name} - ${site.shortDescription}`
}

type LinkPreviewProps = Pick<PageMetaProps, 'title' | 'type' | 'card'> & {
  description: string
  url: string
}

/** Open Graph (https://ogp.me). Twitter falls back to it, except for the card type. */
function LinkPreview(props: LinkPreviewProps) {
  const { title, type = 'website', card = '/cards/site.png', description, url } = props
  const { site, locale } = useVisit()
  return (
    <>
      <meta property="og:title" content={title ?? site.name} />
      {description !== '' && <meta property="og:description" content={description} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={openGraphLocales[locale]} />
      {/* On private sites the image is only served to members. */}
      {!site.loginRequired && (
        <>
          <meta property="og:image" content={createUrlResolver(site.url)(card)} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content={String(cardSize.width)} />
          <meta property="og:image:height" content={String(cardSize.height)} />
          <meta property="og:image:alt" content={title ?? site.name} />
        </>
      )}
      <meta name="twitter:card" content={site.loginRequired ? 'summary' : 'summary_large_image'} />
      <meta name="twitter:title" content={title ?? site.name} />
      {description !== '' && <meta name="twitter:description" content={description} />}
    </>
  )
}

/** Open Graph requires language and territory. */
const openGraphLocales: Record<Locale, string> = { en_US: 'en_US', zh_CN: 'zh_CN', ar: 'ar_AR' }

/** Of the query, only the page number leads to different content for search engines. */
function useIndexablePath(): string {
  const { pathname, search } = useLocation()
  const page = new URLSearchParams(search).get('page')
  return page !== null && /^[1-9]\d*$/.test(page) && page !== '1'
    ? `${pathname}?page=${page}`
    : pathname
}

/** Leaves paths as they are before the site URL is configured. */
export function createUrlResolver(siteUrl: string): (path: string) => string {
  const origin = URL.parse(siteUrl)?.origin
  return (path) => (origin === undefined ? path : origin + path)
}
