import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { RequestDetails } from 'web-push'
import { isPublicAddress, isPublicEndpoint } from './push.rules.ts'

const timeoutMs = 10_000

/** The endpoint leads into a private network, or cannot be one of a push service. */
export class PrivateEndpointError extends Error {
  constructor(endpoint: string) {
    super(`push endpoint ${URL.parse(endpoint)?.host ?? 'without a host'} is not public`)
    this.name = 'PrivateEndpointError'
  }
}

type Options = { allowsPrivate: boolean; resolveName?: typeof lookup }

/** Posts to a URL that a user named (SSRF): checks the address that is connected to, and follows no redirects. */
export async function postToPushService(
  { endpoint, method, headers, body }: RequestDetails,
  { allowsPrivate, resolveName = lookup }: Options,
): Promise<number> {
  if (!allowsPrivate && !isPublicEndpoint(endpoint)) throw new PrivateEndpointError(endpoint)
  const send = endpoint.startsWith('http:') && allowsPrivate ? requestHttp : requestHttps
  return await new Promise<number>((resolve, reject) => {
    const request = send(
      endpoint,
      {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowsPrivate ? {} : { lookup: lookupPublic(resolveName) }),
      },
      (response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Resolves a name only if all its addresses are public, so that it cannot change between check and connection. */
const lookupPublic =
  (resolveName: typeof lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined)
        return callback(error ?? new Error('no address'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateEndpointError(`https://${hostname}`), '')
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
