import { isUsername } from '@stoa/contract/features/account-fields'
import type { SettingsOf } from '@stoa/contract/settings/group'
import type { loginSettings } from '@stoa/contract/settings/people'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'
import type { AuthMethod } from '../../../schema/accounts.ts'
import type { UserRow } from '../../../schema/users.ts'
import { looksOfficial } from './official-names.ts'
import { isPlaceholder, isReservedPath } from './usernames.ts'

type LoginSettings = SettingsOf<typeof loginSettings>

export function canRegister(email: string, settings: LoginSettings): Verdict {
  if (!settings.allow_email_registrations) return deny('account.registration_closed')
  return canRegisterByService(email, settings)
}

/** With an account at another service. */
export function canRegisterByService(email: string, settings: LoginSettings): Verdict {
  if (!settings.allow_new_registrations) return deny('account.registration_closed')
  return canUseDomain(email, settings)
}

/** A listed domain allows itself and its subdomains, but not `notexample.org` for `example.org`. */
export function canUseDomain(email: string, settings: LoginSettings): Verdict {
  const domains = settings.allow_email_domains
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const isListed = domains.some((listed) => {
    const name = listed.toLowerCase().replace(/^@/, '')
    return domain === name || domain.endsWith(`.${name}`)
  })
  return domains.length === 0 || isListed ? allow : deny('account.domain_refused')
}

/** Nobody has confirmed the email yet. A deactivated account keeps its username. */
export function isUnconfirmed({
  activatedAt,
  username,
}: Pick<UserRow, 'activatedAt' | 'username'>) {
  return activatedAt === null && isPlaceholder(username)
}

const secondFactorMethods: ReadonlySet<AuthMethod> = new Set(['totp', 'recovery_code', 'passkey'])

export function usesSecondFactor(method: AuthMethod): boolean {
  return secondFactorMethods.has(method)
}

export function canTakeUsername(username: string, isStaff: boolean): Verdict {
  if (!isUsername(username) || isReservedPath(username)) return deny('user.username_invalid')
  return canTakeName(username, isStaff)
}

/** Only staff may use a name that looks official. */
export function canTakeName(name: string, isStaff: boolean): Verdict {
  return looksOfficial(name) && !isStaff ? deny('user.name_reserved') : allow
}
