import { createClient, fetchTransport } from '@stoa/contract/client'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '@stoa/contract/features/push'

const maxWaitMs = 10_000

/** `off` also before the user was asked. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await findSubscription()) === null ? 'off' : 'on'
}

/** Asks for the permission, so it must follow a click. */
export async function turnPushOn(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const { public_key: key } = await api().call(getPushKey, {})
  const { pushManager } = await waitForWorker()
  const current = await pushManager.getSubscription()
  const isCurrent = current !== null && toBase64Url(current.options.applicationServerKey) === key
  // A browser accepts no other key while it has a subscription.
  if (current !== null && !isCurrent) await current.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  try {
    await sendSubscription(subscription)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** The server may have given up on this browser. */
export async function renewSubscription() {
  const subscription = await findSubscription()
  if (subscription !== null) await sendSubscription(subscription)
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await findSubscription()
  if (subscription === null) return 'off'
  // First, so that no message comes even if the server cannot be reached.
  await subscription.unsubscribe()
  await api().call(unsubscribeFromPush, { endpoint: subscription.endpoint })
  return 'off'
}

const api = () => createClient(fetchTransport(''))

function isSupported() {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Browsers that cannot register it would wait forever. */
async function waitForWorker(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('no service worker')), maxWaitMs),
  )
  return await Promise.race([navigator.serviceWorker.ready, timeout])
}

/** Null without a service worker, which is registered after the first page. */
async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function sendSubscription(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await api().call(subscribeToPush, { endpoint, p256dh, auth })
}

function toBase64Url(buffer: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
