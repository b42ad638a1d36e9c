import { readyCookieName } from './features/admin/install/ready-cookie.ts'
import {
  answerOrderCookie,
  externalImagesCookie,
  listOrderCookie,
  listViewCookie,
  localeCookie,
  shortcutsCookie,
  themeCookie,
  themes,
} from './kernel/preferences.ts'
import type { CacheablePages } from './platform/host.ts'
import { compileScreens } from './platform/ssr/screen-matcher.server.ts'
import { screens } from './routes.ts'

const findScreen = compileScreens(screens)
const pluginPageFile = 'routes/plugin-page.tsx'
const questionPageFile = 'routes/questions/detail.tsx'

export const cacheablePages: CacheablePages = {
  localeCookie,
  themeCookie,
  themes,
  preferenceCookies: [
    listViewCookie,
    listOrderCookie,
    answerOrderCookie,
    externalImagesCookie,
    shortcutsCookie,
    readyCookieName,
  ],
  find(path) {
    const screen = findScreen(path)
    // Searches rarely repeat, and their rate limit counts per reader.
    if (screen?.guard !== 'reader' || screen.area === 'search') return null
    // Plugins say nothing of what their pages change with.
    if (screen.file === pluginPageFile) return null
    return { isStorable: screen.file === questionPageFile }
  },
}
