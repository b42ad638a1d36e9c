import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { toExternalId } from './external-id.ts'
import { readPath, readText } from './read-path.ts'
import { toRole } from './roles.ts'
import { readSetting } from './settings.ts'

export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string }

const maxNameLength = 200

/** Claims of the ID token and of the user info, by the names in the settings. */
export function toExternalUser(claims: Claims, settings: PluginValues): ExternalUser {
  const idClaim = readSetting(settings, 'id_claim', 'sub')
  const id = readText(claims, idClaim)
  if (id === '') throw new Error(`the provider sent no ${idClaim}`)
  const username = readText(claims, readSetting(settings, 'username_claim', 'preferred_username'))
  const email = readText(claims, readSetting(settings, 'email_claim', 'email'))
  const groups = readPath(claims, readSetting(settings, 'groups_claim', 'groups'))
  return {
    id: toExternalId(claims.iss, id),
    displayName: readDisplayName(claims, settings, username).slice(0, maxNameLength),
    // Often an email, which is not for the public.
    username: (username.split('@')[0] ?? '').slice(0, maxNameLength),
    email,
    isEmailVerified: email !== '' && isVerified(claims, settings),
    role: toRole(toTexts(groups), settings),
  }
}

function readDisplayName(claims: Claims, settings: PluginValues, username: string): string {
  const name = readText(claims, readSetting(settings, 'display_name_claim', 'name'))
  const parts = [readText(claims, 'given_name'), readText(claims, 'family_name')]
  return name || parts.join(' ').trim() || (username.split('@')[0] ?? '')
}

/** `email_verified` says nothing about the email in another claim. */
function isVerified(claims: Claims, settings: PluginValues): boolean {
  const isStandard = readSetting(settings, 'email_claim', 'email') === 'email'
  const verified = isStandard ? claims['email_verified'] : undefined
  if (verified === true || verified === 'true') return true
  return verified === undefined && settings['trust_emails'] === true
}

function toTexts(value: unknown): string[] {
  return [value].flat(1).filter((one): one is string => typeof one === 'string')
}
