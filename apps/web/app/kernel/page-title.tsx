import { useVisit } from './visit-context.tsx'

type PageTitleProps = {
  /** Without it the page is the site itself. */
  title?: string
  description?: string
  /** The path search engines should keep. */
  canonical?: string
  /** Keeps search engines away. */
  hidden?: boolean
}

/** The title and the description of a page; React moves them into the head. */
export function PageTitle({ title, description, canonical, hidden = false }: PageTitleProps) {
  const { site } = useVisit()
  const own = site.shortDescription === '' ? site.name : `${site.name} - ${site.shortDescription}`
  const text = title === undefined || title === site.name ? own : `${title} - ${site.name}`
  const about = description || site.description
  return (
    <>
      <title>{text}</title>
      {about !== '' && <meta name="description" content={about} />}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
      {hidden && <meta name="robots" content="noindex" />}
    </>
  )
}
