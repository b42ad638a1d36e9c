import { limits } from '@stoa/contract/limits'
import {
  type Actor,
  allow,
  checkPrivilege,
  deny,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

const { max } = limits.linksOfNewMembers

type LinkingText = { html: string; previousHtml: string; siteUrl: string }

/**
 * Below the reputation of the privilege, a text with more links to other sites gets no new ones. Links that it had before can stay.
 * Otherwise, one edit after the other would add two each.
 */
export function canAddLinks(
  actor: Actor,
  { html, previousHtml, siteUrl }: LinkingText,
  required: RequiredReputation,
): Verdict {
  if (checkPrivilege(actor, 'link.url_limit', required).ok) return allow
  const links = listExternalLinks(html, siteUrl).filter(leadsToSite)
  if (links.length <= max) return allow
  const previous = listExternalLinks(previousHtml, siteUrl)
  if (links.every((link) => previous.includes(link))) return allow
  return deny('text.too_many_links', { max, reputation: required('link.url_limit') })
}

function leadsToSite(url: string) {
  return !url.startsWith('mailto:')
}

/** URLs in rendered HTML that lead to other sites. */
export function listExternalLinks(html: string, siteUrl: string): string[] {
  const ownHost = URL.canParse(siteUrl) ? new URL(siteUrl).host : ''
  const urls = [...html.matchAll(/<(?:a|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(
    ([, url = '']) => url.replaceAll('&amp;', '&'),
  )
  return [...new Set(urls)].filter((url) => {
    const absolute = url.startsWith('//') ? `https:${url}` : url
    return URL.canParse(absolute) && new URL(absolute).host !== ownHost
  })
}
