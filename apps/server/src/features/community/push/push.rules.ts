import { defaultPush, type NewsKind, pushKinds } from '@stoa/contract/features/mails'
import type { NotificationKind, NotificationReason } from '@stoa/contract/features/notifications'
import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { createNetworkMatcher } from '../../content/holding/networks.rules.ts'
import { type NewsRule, newsRules } from '../notifications/notices.rules.ts'

/** Which notifications may be push messages: those of kinds that users can choose. */
export const pushRules = newsRules.filter(({ news }) =>
  (pushKinds as readonly NewsKind[]).includes(news),
)

type Subject = { kind: NotificationKind; reason: NotificationReason }

/** Whether the user wants messages about it; `pushed` is missing for users who have chosen nothing. */
export function isChosen({ kind, reason }: Subject, pushed: readonly NewsKind[] = defaultPush) {
  const isRuleOf = (rule: NewsRule) => rule.kind === kind && rule.reason === reason
  return pushRules.some((rule) => isRuleOf(rule) && pushed.includes(rule.news))
}

/** Networks that no push service is in: private, loopback, link-local, multicast, reserved. */
const isPrivateIpv4 = createNetworkMatcher([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
/** Apart, because `::/3` would include every IPv4 address. */
const isPrivateIpv6 = createNetworkMatcher([
  '::/3',
  '4000::/2',
  '8000::/1',
  // In 2000::/3, but not of the internet: documentation, benchmarks, and IPv4 in IPv6 (Teredo, 6to4).
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family === 4 ? !isPrivateIpv4(address) : family === 6 && !isPrivateIpv6(address)
}

/** Whether a URL may be of a push service. Its name is resolved, and checked again, when a message is sent. */
export function isPublicEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.protocol !== 'https:' || url.port !== '') return false
  if (url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa|lan)$/.test(host)
}

/** Whether messages can be encrypted for this key of a browser. */
export function isCurvePoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/** `gone`: the browser has no such subscription any more. `rejected`: this message will never be accepted. */
export type PushOutcome = 'delivered' | 'gone' | 'rejected' | 'failed'

export function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) return 'failed'
  return 'rejected'
}
