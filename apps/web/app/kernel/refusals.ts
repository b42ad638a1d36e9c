import type { Envelope } from '@stoa/contract/envelope'
import type { FieldError, Reason } from '@stoa/contract/errors'
import {
  activationFailedPath,
  inactivePath,
  loginPathFrom,
  securityPath,
  suspendedPath,
} from './addresses.ts'

export type MessageKind = 'toast' | 'alert' | 'modal'

/** What a refused call means for the person who made it. */
export type Refusal =
  | { is: 'elsewhere'; path: string; endsSession: boolean }
  | { is: 'page'; status: number; message: string }
  | { is: 'fields'; fields: Record<string, string>; message: string }
  | { is: 'message'; kind: MessageKind; message: string }

const placesByType: Record<string, string> = {
  inactive: inactivePath,
  suspended: suspendedPath,
  url_expired: activationFailedPath,
}

// The site asks its staff for a second factor, and they have none yet.
const unsecured: Reason = 'error.second_factor.missing'

// These screens say themselves that a link no longer works, and what to do then.
const saysExpiry = ['/users/password-reset', '/users/confirm-new-email', '/users/unsubscribe']

/** Reads an error reply; `location` is where the person was. */
export function toRefusal(envelope: Envelope, location: string): Refusal {
  const { status, msg, data } = envelope
  if (status === 401) return { is: 'elsewhere', path: loginPathFrom(location), endsSession: true }
  if (status === 404 || status >= 500) return { is: 'page', status, message: msg }
  if (status === 403) return toHeld(envelope, location)
  if (isFieldList(data)) return { is: 'fields', fields: toFields(data), message: msg }
  const kind = hint(data, 'err_type')
  if (kind === 'toast' || kind === 'alert') return { is: 'message', kind, message: msg }
  return { is: 'message', kind: status === 400 ? 'modal' : 'alert', message: msg }
}

/** Some of what is forbidden has a page that says what to do about it. */
function toHeld({ reason, msg, data }: Envelope, location: string): Refusal {
  const type = hint(data, 'type')
  const place = reason === unsecured ? securityPath : placesByType[type]
  const isSaidThere = type === 'url_expired' && saysExpiry.includes(location.split('?')[0] ?? '')
  if (place !== undefined && !isSaidThere)
    return { is: 'elsewhere', path: place, endsSession: false }
  return { is: 'message', kind: 'toast', message: msg }
}

function hint(data: unknown, name: 'type' | 'err_type'): string {
  if (typeof data !== 'object' || data === null || !(name in data)) return ''
  return String((data as Record<string, unknown>)[name])
}

function isFieldList(data: unknown): data is FieldError[] {
  return Array.isArray(data) && data.length > 0
}

function toFields(list: FieldError[]): Record<string, string> {
  const fields: Record<string, string> = {}
  // "tags.0.slug_name" is said beside "tags": that is the field people see.
  for (const { error_field: name, error_msg: message } of list) {
    fields[name.split('.')[0] ?? name] ??= message
  }
  return fields
}
