import {
  displayName as nameSchema,
  email as emailSchema,
} from '@stoa/contract/features/account-fields'
import { limits } from '@stoa/contract/limits'
import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'
import { canTakeName } from '../auth/accounts.rules.ts'

type WaysIn = {
  hasPassword: boolean
  isPasswordLoginOn: boolean
  passkeys: number
  /** Other accounts at services that are enabled. */
  otherConnectors: number
}

/** Nobody locks themselves out. */
export function canUnlink(ways: WaysIn): Verdict {
  const hasOther =
    (ways.hasPassword && ways.isPasswordLoginOn) || ways.passkeys > 0 || ways.otherConnectors > 0
  return hasOther ? allow : deny('connector.last_sign_in')
}

/** Null if the service does not vouch for it. */
export function toVouchedEmail({ email, isEmailVerified }: ExternalUser): string | null {
  const parsed = emailSchema.safeParse(email)
  return isEmailVerified && parsed.success ? parsed.data : null
}

/** A name that new accounts may have, as close to the one at the service as possible. `fallback` is one for all others. */
export function toDisplayName({ displayName, username }: ExternalUser, fallback: string): string {
  return [displayName, username].map(clean).find(isUsable) ?? fallback
}

function clean(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ')
    .trim()
  let short = ''
  for (const character of plain) {
    if (short.length + character.length > limits.displayName.max) break
    short += character
  }
  return short.trim()
}

function isUsable(name: string): boolean {
  return (
    nameSchema.safeParse(name).success && /[\p{L}\p{N}]/u.test(name) && canTakeName(name, false).ok
  )
}

const maxAccountName = 60

/** How the account is called at the service, for mails and lists: no links and no line breaks. */
export function toAccountName({ username, displayName: name, id }: ExternalUser): string {
  const [chosen = ''] = [username, name, id]
    .map((text) => text.replaceAll(/[^\p{L}\p{M}\p{N} ._@+-]+/gu, '').trim())
    .filter((text) => text !== '')
  return [...chosen].slice(0, maxAccountName).join('')
}
