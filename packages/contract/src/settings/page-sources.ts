import type { SiteInfo } from '../features/site.ts'
import { gravatarBaseOf } from './people.ts'

type SourceSettings = Pick<SiteInfo, 'branding' | 'site_users'>

/**
 * Where pages may load from and send forms to, as directives of the content security policy. `img-src` is that of readers
 * who have not allowed external images.
 */
export function pageSources(site: SourceSettings, customImageOrigins: readonly string[]) {
  return {
    'default-src': [`'none'`],
    'style-src': [`'self'`],
    'img-src': [...ownImages, ...new Set([...imageOriginsOf(site), ...customImageOrigins])],
    'font-src': [`'self'`],
    'form-action': [`'self'`],
  }
}

export type PageSources = ReturnType<typeof pageSources>

export const ownImages = [`'self'`, 'data:']

/** Origins of the images that the settings of the site name. */
function imageOriginsOf({ branding, site_users }: SourceSettings): string[] {
  const { logo, mobile_logo, square_icon, favicon } = branding
  const urls = [logo, mobile_logo, square_icon, favicon, gravatarBaseOf(site_users) ?? '']
  return urls.flatMap((url) => URL.parse(url)?.origin ?? [])
}
