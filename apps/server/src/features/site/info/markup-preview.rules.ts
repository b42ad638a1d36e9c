import { markupFields } from '@stoa/contract/features/settings-previews'
import type { SiteInfo } from '@stoa/contract/features/site'
import { type PageSources, pageSources } from '@stoa/contract/settings/page-sources'
import { sanitizeMarkup } from './custom-markup.rules.ts'
import { cssLoads, type MarkupLoad } from './markup-loads.ts'
import type { MarkupProblem } from './markup-problems.ts'

type Site = Pick<SiteInfo, 'branding' | 'site_users'> & { siteUrl: string }

/** What is left out of the markup, and what the content security policy of the pages blocks or browsers ignore, by field and line. */
export function findMarkupProblems(
  markup: SiteInfo['custom_css_html'],
  site: Site,
): MarkupProblem[] {
  const { removed, loads, imageOrigins } = sanitizeMarkup(markup)
  const sources = pageSources(site, imageOrigins)
  const blocked = [...cssLoads('custom_css', markup.custom_css, 1), ...loads].filter(
    ({ problem, url }) => url === null || isBlocked(url, site.siteUrl, sourcesOf(problem, sources)),
  )
  return [...removed, ...blocked.map(toProblem)].toSorted(
    (a, b) =>
      markupFields.indexOf(a.field) - markupFields.indexOf(b.field) ||
      (a.line ?? 0) - (b.line ?? 0),
  )
}

function toProblem({ field, problem, line, excerpt }: MarkupLoad): MarkupProblem {
  return { field, problem, line, excerpt }
}

const directives: Partial<Record<MarkupProblem['problem'], keyof PageSources>> = {
  css_import: 'style-src',
  image: 'img-src',
  font: 'font-src',
  form: 'form-action',
}

function sourcesOf(problem: MarkupProblem['problem'], sources: PageSources): string[] {
  return sources[directives[problem] ?? 'default-src']
}

function isBlocked(url: string, siteUrl: string, sources: string[]): boolean {
  // Of the page, like `#gradient`.
  if (url.startsWith('#')) return false
  const target = URL.parse(url, siteUrl)
  if (target === null) return true
  const own = URL.parse(siteUrl)?.origin
  return !sources.some(
    (source) =>
      source === target.protocol ||
      source === target.origin ||
      (source === `'self'` && target.origin === own),
  )
}
