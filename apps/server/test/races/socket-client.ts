import { type Client, createClient, type Transport } from '@stoa/contract/client'
import type { Envelope } from '@stoa/contract/envelope'
import { solveCaptchas } from '../captcha.ts'
import type { TestSite } from '../site.ts'

/** Calls the server over a socket. */
export async function listen(site: TestSite): Promise<(token: string) => Client> {
  const origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  return (token) => createClient(solveCaptchas(site.ctx, fetchTransport(origin, token)))
}

function fetchTransport(origin: string, token: string): Transport {
  return async (endpoint, input, { idempotencyKey }) => {
    const url = new URL(endpoint.path, origin)
    const isGet = endpoint.method === 'GET'
    if (isGet)
      for (const [name, value] of Object.entries(input as Record<string, string | number>))
        url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(isGet ? {} : { body: JSON.stringify(input) }),
    })
    return (await response.json()) as Envelope
  }
}
