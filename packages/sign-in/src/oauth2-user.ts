import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { toExternalId } from './external-id.ts'
import type { OAuth2Service } from './oauth2-service.ts'
import { readPath, readText } from './read-path.ts'

export type EmailState = { email: string; isVerified: boolean }

const maxNameLength = 200

export function toOAuth2User(
  user: unknown,
  { paths, userUrl, trustsEmails }: OAuth2Service,
  listed: EmailState | null,
): ExternalUser {
  const id = readText(user, paths.id)
  if (id === '') throw new Error(`the user info has no ${paths.id}`)
  const { email, isVerified } = listed ?? {
    email: readText(user, paths.email),
    isVerified: isTrue(readPath(user, paths.emailVerified)),
  }
  // Often an email, which is not for the public.
  const username = (readText(user, paths.username).split('@')[0] ?? '').slice(0, maxNameLength)
  return {
    id: toExternalId(new URL(userUrl).host, id),
    displayName: readText(user, paths.displayName).slice(0, maxNameLength) || username,
    username,
    email,
    isEmailVerified: email !== '' && (isVerified || trustsEmails),
    role: null,
  }
}

/** The primary email of a list, or else the first one that is verified. */
export function pickEmail(list: unknown): EmailState {
  if (!Array.isArray(list)) throw new Error('the emails are not a list')
  const emails = list.map((entry: unknown) => ({
    email: readText(entry, 'email'),
    isVerified: isTrue(readPath(entry, 'verified')),
    isPrimary: isTrue(readPath(entry, 'primary')),
  }))
  const { email, isVerified } = emails.find(({ isPrimary }) => isPrimary) ??
    emails.find((one) => one.isVerified) ??
    emails[0] ?? { email: '', isVerified: false }
  return { email, isVerified }
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}
