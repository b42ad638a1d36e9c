import type { Envelope } from '@stoa/contract/envelope'
import type { FieldError, Reason } from '@stoa/contract/errors'
import {
  activationFailedPath,
  inactivePathFrom,
  loginPathFrom,
  securityPath,
  suspendedPath,
} from './paths.ts'

export type MessageKind = 'toast' | 'alert' | 'modal'

/** A rejection that a form shows itself. */
export type FormProblem = {
  fields: Record<string, string>
  message: { kind: MessageKind; text: string } | null
}

/** How the UI reacts to a rejected API call. */
export type Rejection =
  | { type: 'redirect'; path: string; endsSession: boolean }
  | { type: 'page'; status: number; message: string }
  | { type: 'fields'; fields: Record<string, string>; message: string }
  | { type: 'message'; kind: MessageKind; message: string }

const pathsByType: Record<string, (location: string) => string> = {
  inactive: inactivePathFrom,
  suspended: () => suspendedPath,
  url_expired: () => activationFailedPath,
}

// The site requires a second factor for staff and the account has none.
const secondFactorMissing: Reason = 'error.second_factor.missing'

// Shown where the user is: a toast would cover the text they wrote.
const reputationTooLow: Reason = 'error.rank.too_low'

// Another way to log in may work.
const serviceFailures: readonly string[] = [
  'error.connector.failed',
  'error.connector.not_found',
] satisfies Reason[]

// These screens explain an expired link themselves.
const pathsExplainingExpiry = [
  '/users/password-reset',
  '/users/confirm-new-email',
  '/users/confirm-email',
  '/users/confirm-connection',
  '/users/unsubscribe',
]

/** `location` is where the user returns to after logging in. */
export function toRejection(envelope: Envelope, location: string): Rejection {
  const { status, msg, data } = envelope
  if (status === 401) return { type: 'redirect', path: loginPathFrom(location), endsSession: true }
  const kind = readString(data, 'err_type')
  // What was typed stays on the page.
  if (status === 503 && kind === 'alert') return { type: 'message', kind, message: msg }
  if (serviceFailures.includes(envelope.reason))
    return { type: 'message', kind: 'alert', message: msg }
  if (status === 404 || status >= 500) return { type: 'page', status, message: msg }
  if (status === 403) return toForbidden(envelope, location)
  if (isFieldList(data)) return { type: 'fields', fields: toFields(data), message: msg }
  if (kind === 'toast' || kind === 'alert') return { type: 'message', kind, message: msg }
  return { type: 'message', kind: status === 400 ? 'modal' : 'alert', message: msg }
}

function toForbidden({ reason, msg, data }: Envelope, location: string): Rejection {
  const type = readString(data, 'type')
  const path = reason === secondFactorMissing ? securityPath : pathsByType[type]?.(location)
  const isExplainedHere =
    type === 'url_expired' && pathsExplainingExpiry.includes(location.split('?')[0] ?? '')
  if (path !== undefined && !isExplainedHere) return { type: 'redirect', path, endsSession: false }
  return { type: 'message', kind: reason === reputationTooLow ? 'alert' : 'toast', message: msg }
}

function readString(data: unknown, name: 'type' | 'err_type'): string {
  if (typeof data !== 'object' || data === null || !(name in data)) return ''
  return String((data as Record<string, unknown>)[name])
}

function isFieldList(data: unknown): data is FieldError[] {
  return Array.isArray(data) && data.length > 0
}

function toFields(list: FieldError[]): Record<string, string> {
  const fields: Record<string, string> = {}
  // "tags.0.slug_name" is shown beside "tags", the visible field.
  for (const { error_field: name, error_msg: message } of list) {
    fields[name.split('.')[0] ?? name] ??= message
  }
  return fields
}
