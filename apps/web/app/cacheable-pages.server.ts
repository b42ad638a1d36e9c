import { matchRoutes } from 'react-router'
import { readyCookieName } from './features/admin/install/ready-cookie.ts'
import {
  externalImagesCookie,
  listViewCookie,
  localeCookie,
  themeCookie,
  themes,
} from './kernel/preferences.ts'
import type { CacheablePages } from './platform/host.ts'
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
