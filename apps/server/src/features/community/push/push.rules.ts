import { defaultPush, type NewsKind, pushKinds } from '@stoa/contract/features/mails'
import type { NotificationKind, NotificationReason } from '@stoa/contract/features/notifications'
import { ECDH } from 'node:crypto'
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
