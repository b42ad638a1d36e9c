import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { Rejection } from '@stoa/plugin-kit/server'
import type { Entry } from 'ldapts'
import { type DirectoryUser, valuesOf } from './directory.ts'
import { normalizeDn } from './dn.ts'
import type { Settings } from './settings.ts'

const maxText = 200
const maxEmail = 320
const maxId = 255

/** Throws a rejection for users who may not log in. */
export function toExternalUser({ entry, groups }: DirectoryUser, settings: Settings): ExternalUser {
  const { attributes, trustsEmail } = settings
  const { required, moderator, admin } = settings.groups
  const isMember = (list: string[]) => list.some((dn) => groups.has(normalizeDn(dn) ?? ''))
  if (required.length > 0 && !isMember(required))
    throw new Rejection('Your account is not in a group that may log in here.')
  const text = (name: string) => String(valuesOf(entry, name)[0] ?? '')
  const username = text(attributes.username).slice(0, maxText)
  const email = text(attributes.email)
  const hasRoles = moderator.length + admin.length > 0
  const role = isMember(admin) ? 'admin' : isMember(moderator) ? 'moderator' : 'user'
  return {
    id: idOf(entry, attributes.id),
    displayName: text(attributes.name).slice(0, maxText) || username,
    username,
    email: email.length > maxEmail ? '' : email,
    isEmailVerified: trustsEmail && email !== '',
    role: hasRoles ? role : null,
  }
}

/** Two accounts must never have the same: no guesses. */
function idOf(entry: Entry, attribute: string): string {
  const [value, ...others] = valuesOf(entry, attribute)
  const id = Buffer.isBuffer(value) ? readBytes(value, attribute) : value
  // Bytes that the server does not mark as such were decoded, with replacements for what is not text.
  const isReliable = id !== undefined && id !== '' && id.length <= maxId && !id.includes('\uFFFD')
  if (!isReliable || others.length > 0)
    throw new Rejection(`Your account has no usable ${attribute} in the directory. Ask an admin.`)
  return id
}

function readBytes(bytes: Buffer, attribute: string): string {
  if (attribute.toLowerCase() === 'objectguid' && bytes.length === 16) return toGuid(bytes)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : bytes.toString('hex')
}

/** As Windows writes it: the first three parts are numbers with the lowest byte first. */
function toGuid(bytes: Buffer): string {
  const [first, second, third] = [bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6, 8)]
  const parts = [first, second, third].map((part) => Buffer.from(part).reverse())
  return [...parts, bytes.subarray(8, 10), bytes.subarray(10)]
    .map((part) => part.toString('hex'))
    .join('-')
}
