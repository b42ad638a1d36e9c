import type { SettingsOf } from '@stoa/contract/settings/group'
import type { loginSettings } from '@stoa/contract/settings/people'
import { allow, deny, type Verdict } from '../../kernel/rules.ts'

type LoginSettings = SettingsOf<typeof loginSettings>

/** Whether this address may register. A listed domain admits itself and its subdomains, not look-alikes. */
export function canRegister(email: string, settings: LoginSettings): Verdict {
  if (!settings.allow_new_registrations || !settings.allow_email_registrations) {
    return deny('account.registration_closed')
  }
  const domains = settings.allow_email_domains
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const isListed = domains.some((listed) => {
    const name = listed.toLowerCase().replace(/^@/, '')
    return domain === name || domain.endsWith(`.${name}`)
  })
  return domains.length === 0 || isListed ? allow : deny('account.domain_refused')
}
