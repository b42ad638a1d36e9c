import type { Locale } from '@stoa/locales/languages'
import { useLocation } from 'react-router'
import { useVisit } from './visit-context.tsx'
import type { Site } from './visit.ts'

type PageTitleProps = {
  /** Without it the page is the site itself. */
  title?: string | undefined
  description?: string
  /** The path search engines should keep; without it, that of this page. */
  canonical?: string
  /** Keeps search engines away. */
  hidden?: boolean
  type?: 'website' | 'article' | 'profile'
  /** What is new here, for feed readers. */
  feed?: { path: string; title: string } | undefined
  /** The picture others show beside a link to this page. */
  card?: string | undefined
}

/** How large every card is drawn. */
const cardSize = { width: 1200, height: 630 }

/** The title and all that the head of a page says to other programs; React moves it there. */
export function PageTitle(props: PageTitleProps) {
  const { title, description, canonical, hidden = false, feed } = props
  const { site } = useVisit()
  const about = description || site.description
  const path = useOwnPath()
  // What is not to be found has no address to be found at.
  const kept = canonical ?? (hidden ? undefined : path)
  const whole = wholeAddress(site.url)
  return (
    <>
      <title>{titleOf(site, title)}</title>
      {about !== '' && <meta name="description" content={about} />}
      {kept !== undefined && <link rel="canonical" href={whole(kept)} />}
      {hidden && <meta name="robots" content="noindex" />}
      {feed !== undefined && (
        <link rel="alternate" type="application/atom+xml" title={feed.title} href={feed.path} />
      )}
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={site.name}
        href="/opensearch.xml"
      />
      <Preview {...props} about={about} url={whole(canonical ?? path)} />
    </>
  )
}

function titleOf(site: Site, title: string | undefined): string {
  if (title !== undefined && title !== site.name) return `${title} - ${site.name}`
  return site.shortDescription === '' ? site.name : `${site.name} - ${site.shortDescription}`
}

type PreviewProps = Pick<PageTitleProps, 'title' | 'type' | 'card'> & { about: string; url: string }

/** What other sites and chats show of a link (https://ogp.me; what Twitter reads of its own is the shape). */
function Preview({ title, type = 'website', card = '/cards/site.png', about, url }: PreviewProps) {
  const { site, locale } = useVisit()
  return (
    <>
      <meta property="og:title" content={title ?? site.name} />
      {about !== '' && <meta property="og:description" content={about} />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={previewLocales[locale]} />
      {/* Nobody but members is given the pictures of a private site. */}
      {!site.loginRequired && (
        <>
          <meta property="og:image" content={wholeAddress(site.url)(card)} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content={String(cardSize.width)} />
          <meta property="og:image:height" content={String(cardSize.height)} />
          <meta property="og:image:alt" content={title ?? site.name} />
        </>
      )}
      <meta name="twitter:card" content={site.loginRequired ? 'summary' : 'summary_large_image'} />
      <meta name="twitter:title" content={title ?? site.name} />
      {about !== '' && <meta name="twitter:description" content={about} />}
    </>
  )
}

/** Language and country, which the format wants even where a language has many. */
const previewLocales: Record<Locale, string> = { en_US: 'en_US', zh_CN: 'zh_CN', ar: 'ar_AR' }

/** Of a query only the page is another page to whoever comes from outside. */
function useOwnPath(): string {
  const { pathname, search } = useLocation()
  const page = new URLSearchParams(search).get('page')
  return page !== null && /^[1-9]\d*$/.test(page) && page !== '1'
    ? `${pathname}?page=${page}`
    : pathname
}

/** A path as the rest of the world writes it. Before a site has an address, paths stay as they are. */
export function wholeAddress(siteUrl: string): (path: string) => string {
  const origin = URL.parse(siteUrl)?.origin
  return (path) => (origin === undefined ? path : origin + path)
}
