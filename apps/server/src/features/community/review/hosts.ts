const maxHosts = 10

/** Hosts of the links in rendered HTML, without the site's own. */
export function findHosts(html: string, siteUrl: string): string[] {
  const own = URL.canParse(siteUrl) ? new URL(siteUrl).host : ''
  const found = [...html.matchAll(/(?:href|src)="https?:\/\/([^/"?#]+)/gi)].map(([, host = '']) =>
    host.toLowerCase(),
  )
  return [...new Set(found)].filter((host) => host !== own).slice(0, maxHosts)
}
