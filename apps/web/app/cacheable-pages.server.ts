import { matchRoutes } from 'react-router'
import { readyCookieName } from './features/install/ready-cookie.ts'
import { externalImagesCookie } from './kernel/external-consent.ts'
import type { CacheablePages } from './kernel/host.ts'
import { listViewCookie } from './kernel/list-view.ts'
import { localeCookie } from './kernel/locale.ts'
import { themeCookie, themes } from './kernel/theme.ts'
import { screens } from './routes.ts'

const routes = screens.map(({ path, guard, area }) => ({
  path,
  // Searches rarely repeat, and their rate limit counts per reader.
  handle: guard === 'reader' && area !== 'search',
}))

export const cacheablePages: CacheablePages = {
  localeCookie,
  themeCookie,
  themes,
  preferenceCookies: [listViewCookie, externalImagesCookie, readyCookieName],
  isCacheable: (path) => matchRoutes(routes, path)?.at(-1)?.route.handle === true,
}
