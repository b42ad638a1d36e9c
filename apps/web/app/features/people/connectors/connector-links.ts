import type { Connector } from '@stoa/contract/features/connectors'
import { loginPath, redirectParameter } from '../../../kernel/paths.ts'
import { accountPath } from '../auth/email-section.tsx'

/** Selects the login form of a service. */
export const connectorParameter = 'connector'

/** Opens the form of a service in the settings. */
export const connectParameter = 'connect'

/** Set on the way back from a service that was connected. */
export const connectedParameter = 'connected'

export const landingPath = '/users/auth-landing'
export const confirmEmailPath = '/users/confirm-email'

/** Where the user returns to once the service is connected. */
export function connectedPath(slug: string): string {
  return withQuery(accountPath, { [connectedParameter]: slug })
}

/** Where users log in with the service: at the service itself, or in its form on the login page. */
export function toLoginLink({ slug_name, link, type }: Connector, target: string | null): string {
  return type === 'form'
    ? withQuery(loginPath, { [connectorParameter]: slug_name, [redirectParameter]: target })
    : withQuery(link, { [redirectParameter]: target })
}

/** Where the service is added to the account of the session. */
export function toConnectLink({ slug_name, link, type }: Connector): string {
  return type === 'form'
    ? withQuery(accountPath, { [connectParameter]: slug_name })
    : withQuery(link, { intent: 'link', [redirectParameter]: connectedPath(slug_name) })
}

export function withQuery(link: string, values: Record<string, string | null>): string {
  const [path, query] = link.split('?')
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(values))
    if (value !== null) parameters.set(name, value)
  return parameters.size === 0 ? link : `${path}?${parameters}`
}
