// Push messages from the offer to the click, with a push service on this machine.
import type { Browser, Page } from '@playwright/test'
import { getNotificationStatus } from '@stoa/contract/features/notifications'
import { openPushService, type PushService } from '../../apps/server/test/push-service.ts'
import { ask, aDraft } from '../pages/question-pages.ts'
import { apiClient } from '../support/api-client.ts'
import { randomIpHeader } from '../support/random-ip.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, answerAs } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

let site: Site
let service: PushService

test.beforeAll(async () => {
  service = await openPushService()
  site = await startSite('postgres', { env: { STOA_PUSH_PRIVATE_ENDPOINTS: 'true' } })
})
test.afterAll(async () => {
  await site.stop()
  await service.close()
})

/** Chromium would subscribe at a server of its vendor. */
async function replacePushService(page: Page, permission: NotificationPermission = 'default') {
  const { endpoint, p256dh, auth } = service.aBrowser()
  await page.addInitScript(`{
    const stored = () => JSON.parse(sessionStorage.getItem('subscription') ?? 'null')
    const toSubscription = (json) => json && {
      ...json,
      options: { applicationServerKey: null },
      toJSON: () => json,
      unsubscribe: async () => { sessionStorage.removeItem('subscription'); return true },
    }
    const json = ${JSON.stringify({ endpoint, keys: { p256dh, auth } })}
    PushManager.prototype.getSubscription = async () => toSubscription(stored())
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem('subscription', JSON.stringify(json))
      return toSubscription(json)
    }
    let permission = sessionStorage.getItem('permission') ?? '${permission}'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      sessionStorage.setItem('permission', permission)
      return permission
    }
  }`)
}

/** As the push service of the browser would. */
async function deliver(page: Page, data: string) {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [current] = registrations
      if (current !== undefined) resolve(current.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: site.url,
    registrationId: await registered,
    data,
  })
}

async function openPage(browser: Browser) {
  const context = await browser.newContext({
    baseURL: site.url,
    extraHTTPHeaders: randomIpHeader(),
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  return { context, page: await context.newPage() }
}

const turnOn = (page: Page) => page.getByRole('button', { name: 'Turn on notifications' })
const pushSwitch = (page: Page) => page.getByRole('switch', { name: /Push notifications/ })

test('an asker accepts the offer, gets a message about the answer, and opens it', async ({
  browser,
}) => {
  const asker = await aMember(site, 'Vera Lund')
  const author = await aMember(site, 'Wanda Kim')
  const third = await aMember(site, 'Zoe Falk')
  const { context, page } = await openPage(browser)
  await setCookies(context, site, asker, appearance)
  await replacePushService(page)
  const title = `Why does the lid dance ${Date.now()}?`
  await ask(page, aDraft(title))
  const questionId = new URL(page.url()).pathname.split('/')[2] ?? ''
  await expect(page.getByText('Get a notification when somebody answers.')).toBeVisible()
  await turnOn(page).click()
  await expect(page.getByText('Notifications are on.', { exact: true }).first()).toBeVisible()
  await expect(turnOn(page)).toHaveCount(0)

  // Not while the question is open.
  await page.goto('/users/settings/notify')
  await expect(pushSwitch(page)).toBeChecked()
  const answer = await answerAs(site, author, questionId, 'Steam lifts it until it can escape.')
  await expect.poll(() => service.messages()).toHaveLength(1)
  const [message] = service.messages()
  expect(message).toMatchObject({ title: 'Wanda Kim answered your question' })
  expect(message?.body).toContain('Steam lifts it')
  expect(message?.path).toContain(answer.id)

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  // Headless Chromium shows no notifications and opens no windows.
  await worker.evaluate(`{
    globalThis.shown = []
    globalThis.opened = []
    registration.showNotification = async (title, options) => void shown.push({ title, ...options })
    clients.openWindow = async (url) => void opened.push(url)
  }`)
  await deliver(page, JSON.stringify(message))
  await expect
    .poll(() => worker.evaluate('shown'))
    .toMatchObject([{ title: message?.title, body: message?.body, tag: message?.id, dir: 'ltr' }])
  const asMember = apiClient(site, asker.token)
  expect(await asMember.call(getNotificationStatus, {})).toMatchObject({ inbox: 1 })
  await worker.evaluate('openNotification(shown[0].data)')
  expect(await worker.evaluate('opened')).toEqual([`${site.url}${message?.path}`])
  expect(await asMember.call(getNotificationStatus, {})).toMatchObject({ inbox: 0 })

  await pushSwitch(page).click()
  await expect(pushSwitch(page)).not.toBeChecked()
  await answerAs(site, third, questionId, 'It is the bubbles below the lid.')
  await expect.poll(async () => (await asMember.call(getNotificationStatus, {})).inbox).toBe(1)
  expect(service.messages()).toHaveLength(1)
  await context.close()
})

test('a declined offer does not come back', async ({ browser }) => {
  const asker = await aMember(site, 'Xenia Roth')
  const { context, page } = await openPage(browser)
  await setCookies(context, site, asker, appearance)
  await replacePushService(page)
  await ask(page, aDraft(`Why does it whistle ${Date.now()}?`))
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(turnOn(page)).toHaveCount(0)
  await ask(page, aDraft(`Why does it drip ${Date.now()}?`))
  await page.waitForLoadState('networkidle')
  await expect(turnOn(page)).toHaveCount(0)
  await context.close()
})

test('the switch says that the browser blocks notifications', async ({ browser }) => {
  const member = await aMember(site, 'Yara Haddad')
  const { context, page } = await openPage(browser)
  await setCookies(context, site, member, appearance)
  await replacePushService(page, 'denied')
  await page.goto('/users/settings/notify')
  await expect(page.getByText('Your browser blocks notifications from this site.')).toBeVisible()
  await expect(pushSwitch(page)).toBeDisabled()
  await context.close()
})
