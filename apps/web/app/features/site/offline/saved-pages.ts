import { formatDateTime } from '@stoa/locales/format'
import type { Translate } from '@stoa/locales/translate'
import { toCopy, toOfflinePage, type SavedQuestion } from './page-copy.ts'

// Also in public/sw.js.
const cachePrefix = 'stoa-offline-'
const offlinePath = '/offline'

const maxPages = 30
const maxFiles = 150

/** Copies run no scripts, and show nothing from elsewhere. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'`,
}
const titleHeader = 'x-title'

type Reader = { t: Translate; timeZone: string }

/** Registers the service worker, and saves the page if it is a question. */
export async function savePage(userId: string, routePath: string, { t, timeZone }: Reader) {
  const name = cachePrefix + userId
  const others = (await listCaches()).filter((other) => other !== name)
  if (others.length > 0) await forget(others)
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const cache = await caches.open(name)
  const title = document.querySelector('main h1')?.textContent
  const { pathname: path } = new URL(routePath, location.origin)
  // Unless the user has gone on meanwhile.
  const isQuestion = questionOf(path) !== undefined && location.pathname === path
  if (isQuestion && title !== undefined) {
    const time = formatDateTime(Math.floor(Date.now() / 1000), t.tag, timeZone)
    const html = toCopy(document, { notice: t('offline.copy', { time }), link: t('offline.all') })
    await makeRoom(cache, path)
    await put(cache, path, html, title)
    await addFiles(cache)
  } else if ((await cache.match(offlinePath)) !== undefined) return
  const html = toOfflinePage(document, await listSaved(cache), {
    title: t('offline.title'),
    text: t('offline.text'),
    saved: t('offline.saved'),
    retry: t('offline.retry'),
  })
  await put(cache, offlinePath, html, '')
}

/** After the session has ended: nothing that the user read stays, and no messages arrive. */
export async function forgetDevice() {
  await forget(await listCaches())
  await (await navigator.serviceWorker.getRegistration())?.unregister()
}

async function forget(names: readonly string[]) {
  await Promise.all(names.map((name) => caches.delete(name)))
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

const listCaches = async () => (await caches.keys()).filter((name) => name.startsWith(cachePrefix))

const questionOf = (path: string) => /^\/questions\/(\d\w*)/.exec(path)?.[1]
const pathOf = ({ url }: Request) => new URL(url).pathname

async function put(cache: Cache, path: string, html: string, title: string) {
  const response = new Response(html, {
    headers: { ...headers, [titleHeader]: encodeURIComponent(title) },
  })
  await cache.put(path, response)
}

/** Deletes older copies of the question, also with another answer in their URL, and the oldest ones of others. */
async function makeRoom(cache: Cache, path: string) {
  const pages = (await cache.keys()).filter((key) => questionOf(pathOf(key)) !== undefined)
  const same = pages.filter((key) => questionOf(pathOf(key)) === questionOf(path))
  const others = pages.filter((key) => !same.includes(key))
  const oldest = others.slice(0, Math.max(0, others.length + 1 - maxPages))
  for (const key of [...same, ...oldest]) await cache.delete(key)
}

/** What the copy needs, most of which the browser has already. */
async function addFiles(cache: Cache) {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const images = [...document.querySelectorAll<HTMLImageElement>('main img')]
  const urls = [
    ...Array.from(document.styleSheets, ({ href }) => href ?? ''),
    ...loaded.filter((url) => url.endsWith('.woff2')),
    ...images.filter(({ complete }) => complete).map(({ src }) => src),
  ]
  const needed = new Set(urls.filter((url) => URL.parse(url)?.origin === location.origin))
  const keys = await cache.keys()
  const known = new Set(keys.map(({ url }) => url))
  for (const url of needed) if (!known.has(url)) await cache.add(url).catch(() => undefined)
  const others = keys.filter((key) => questionOf(pathOf(key)) === undefined && !needed.has(key.url))
  for (const key of others.slice(0, Math.max(0, others.length - maxFiles))) await cache.delete(key)
}

/** Newest first. */
async function listSaved(cache: Cache): Promise<SavedQuestion[]> {
  const saved: SavedQuestion[] = []
  for (const key of await cache.keys()) {
    if (questionOf(pathOf(key)) === undefined) continue
    const title = (await cache.match(key))?.headers.get(titleHeader) ?? ''
    saved.unshift({ path: pathOf(key), title: decodeURIComponent(title) })
  }
  return saved
}
