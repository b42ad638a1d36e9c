// The service worker of members. It stores nothing: pages save copies of questions (features/site/offline), which it shows
// without a connection. It has no version and no cached code, so a new one may replace it while pages are open.
const cachePrefix = 'stoa-offline-'
const offlinePath = '/offline'

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  await registration.navigationPreload?.enable()
  await clients.claim()
}

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(navigate(event))
  else if (!navigator.onLine && ['style', 'font', 'image'].includes(request.destination))
    event.respondWith(
      fetch(request).catch(async () => (await find(request.url)) ?? Response.error()),
    )
})

/** Network first: a copy is shown only if the server cannot be reached. */
async function navigate(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(forgetOtherUsers(response))
    if ([403, 404, 410].includes(response.status)) event.waitUntil(deleteCopy(event.request.url))
    // The list of copies exists only without a connection.
    return new URL(event.request.url).pathname === offlinePath ? Response.redirect('/') : response
  } catch {
    return (await findPage(event.request.url)) ?? (await find(offlinePath)) ?? toPlainPage()
  }
}

const find = (url) => caches.match(url, { ignoreSearch: true, ignoreVary: true })
const questionOf = (url) => /^\/questions\/(\d\w*)/.exec(new URL(url).pathname)?.[1]

/** The copy of this page, or of the same question with another title or answer in its URL. */
async function findPage(url) {
  const exact = await find(url)
  if (exact !== undefined) return exact
  const [first] = await findQuestion(url)
  return first && (await first.cache.match(first.key))
}

/** The question is deleted, or hidden from this user. */
async function deleteCopy(url) {
  for (const { cache, key } of await findQuestion(url)) await cache.delete(key)
}

async function findQuestion(url) {
  const question = questionOf(url)
  const found = []
  if (question === undefined) return found
  for (const name of await listCaches()) {
    const cache = await caches.open(name)
    for (const key of await cache.keys())
      if (questionOf(key.url) === question) found.push({ cache, key })
  }
  return found
}

function toPlainPage() {
  const html =
    '<!doctype html><meta name=viewport content="width=device-width"><title>Offline</title><p>Offline'
  return new Response(html, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

const listCaches = async () => (await caches.keys()).filter((name) => name.startsWith(cachePrefix))

/** Every page says whose it is. Nobody else may find what the former user read, or get their messages. */
async function forgetOtherUsers({ ok, headers }) {
  if (!ok || !headers.get('content-type')?.startsWith('text/html')) return
  const userId = headers.get('x-viewer')
  const others = (await listCaches()).filter((name) => name !== cachePrefix + userId)
  if (userId !== null && others.length === 0) return
  await Promise.all(others.map((name) => caches.delete(name)))
  for (const notification of await registration.getNotifications()) notification.close()
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
  if (userId === null) await registration.unregister()
}

addEventListener('push', (event) => {
  const { id, title, body, path, lang, dir } = event.data.json()
  // A later message about the same notification replaces this one without a sound.
  const options = { body, lang, dir, tag: id, icon: '/icon-192.png', data: { id, path } }
  event.waitUntil(registration.showNotification(title, options))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(event.notification.data))
})

async function openNotification({ id, path }) {
  await Promise.all([openPage(path), call('notification/read/state', { id })])
}

async function openPage(path) {
  const url = new URL(path, location.origin)
  const pages = await clients.matchAll({ type: 'window' })
  const page = pages.find((client) => new URL(client.url).pathname === url.pathname)
  if (page !== undefined) await page.focus()
  else if (url.origin === location.origin) await clients.openWindow(url.href)
}

addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return
  const renewed =
    newSubscription ?? (await registration.pushManager.subscribe(oldSubscription.options))
  const { endpoint, keys } = renewed.toJSON()
  await call('push/subscription', { endpoint, p256dh: keys.p256dh, auth: keys.auth })
}

/** The page shows what failed. */
async function call(path, input) {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'PUT', headers, body: JSON.stringify(input) }
  await fetch(`/answer/api/v1/${path}`, request).catch(() => undefined)
}
