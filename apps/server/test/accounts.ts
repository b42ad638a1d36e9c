import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { waitForMail } from '../../../scripts/services/inbox.ts'
import type { TestSite } from './site.ts'

/** The code in the newest mail to an address that has one; mails without may come in between. */
export async function codeIn(address: string, after = new Date(0)) {
  const code = /code=([\w.-]+)/
  const mail = await waitForMail({ to: address, after, text: code })
  return code.exec(mail.text)?.[1] ?? ''
}

let callers = 0

/** A call from a network address that nobody used before: how often one may call is tested elsewhere. */
export async function callFromAnywhere(
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
