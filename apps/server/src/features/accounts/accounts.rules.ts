import type { SettingsOf } from '@stoa/contract/settings/group'
import type { loginSettings } from '@stoa/contract/settings/people'
import { allow, deny, type Verdict } from '../../kernel/rules.ts'
import { isReserved } from './usernames.ts'

type LoginSettings = SettingsOf<typeof loginSettings>

/** Whether this address may register. */
export function canRegister(email: string, settings: LoginSettings): Verdict {
  if (!settings.allow_new_registrations || !settings.allow_email_registrations) {
    return deny('account.registration_closed')
  }
  return canUseDomain(email, settings)
}

/** Whether an account may have this address. A listed domain admits itself and its subdomains, not look-alikes. */
export function canUseDomain(email: string, settings: LoginSettings): Verdict {
  const domains = settings.allow_email_domains
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const isListed = domains.some((listed) => {
    const name = listed.toLowerCase().replace(/^@/, '')
    return domain === name || domain.endsWith(`.${name}`)
  })
  return domains.length === 0 || isListed ? allow : deny('account.domain_refused')
}

/** Whether a person may choose this username. It must have something to say besides its dots and dashes. */
export function canTakeUsername(username: string, isStaff: boolean): Verdict {
  const isWellFormed = /^[a-z0-9._-]{2,30}$/.test(username) && /[a-z0-9]/.test(username)
  return isWellFormed && !isReserved(username, isStaff) ? allow : deny('user.username_invalid')
}
