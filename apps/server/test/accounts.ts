import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { waitForMail } from '../../../scripts/services/inbox.ts'
import type { TestSite } from './site.ts'

/** Waits for the newest email with a code; emails without one may arrive in between. */
export async function waitForCode(email: string, after = new Date(0)) {
  const code = /code=([\w.-]+)/
  const mail = await waitForMail({ to: email, after, text: code })
  return code.exec(mail.text)?.[1] ?? ''
}

let callers = 0

/** Calls from a new IP each time, so that rate limits do not interfere. */
export async function callFromNewIp(
  site: TestSite,
  endpoint: Endpoint,
  payload: object,
  token?: string,
): Promise<Envelope> {
  const n = ++callers
  const response = await site.app.inject({
    method: endpoint.method as 'POST',
    url: endpoint.path,
    remoteAddress: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    payload,
  })
  return response.json<Envelope>()
}
