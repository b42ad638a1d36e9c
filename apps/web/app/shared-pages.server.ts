import { matchRoutes } from 'react-router'
import { readyCookieName } from './features/install/ready-cookie.ts'
import { externalImagesCookie } from './kernel/external-consent.ts'
import type { SharedPages } from './kernel/host.ts'
import { listViewCookie } from './kernel/list-view.ts'
import { localeCookie } from './kernel/locale.ts'
import { themeCookie, themes } from './kernel/theme.ts'
import { screens } from './routes.ts'

const routes = screens.map(({ path, guard, area }) => ({
  path,
  // What is searched for is seldom searched for twice, and searching is limited by reader.
  handle: guard === 'reader' && area !== 'search',
}))

/** Pages that everyone may read who has no account. */
export const sharedPages: SharedPages = {
  localeCookie,
  themeCookie,
  themes,
  choiceCookies: [listViewCookie, externalImagesCookie, readyCookieName],
  isShared: (path) => matchRoutes(routes, path)?.at(-1)?.route.handle === true,
}
