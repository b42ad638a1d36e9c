import { lookup } from 'node:dns'
import { type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress, isPublicUrl } from './public-addresses.rules.ts'

const timeoutMs = 10_000

/** The URL leads into a private network, or is of a kind that is never requested. */
export class PrivateAddressError extends Error {
  constructor(url: string) {
    super(`${URL.parse(url)?.host ?? 'a URL without a host'} is not public`)
    this.name = 'PrivateAddressError'
  }
}

type OutgoingRequest = {
  url: string
  method: string
  headers: OutgoingHttpHeaders
  body: Buffer | null
}
type Options = { allowsPrivate: boolean; resolveName?: typeof lookup }

/**
 * Sends a request to a URL that a user named (SSRF), and returns the status: checks the address that is connected to, follows
 * no redirects, and reads no body.
 */
export async function sendOutside(
  { url, method, headers, body }: OutgoingRequest,
  { allowsPrivate, resolveName = lookup }: Options,
): Promise<number> {
  if (!allowsPrivate && !isPublicUrl(url)) throw new PrivateAddressError(url)
  const send = url.startsWith('http:') && allowsPrivate ? requestHttp : requestHttps
  return await new Promise<number>((resolve, reject) => {
    const request = send(
      url,
      {
        method,
        headers,
        // A connection that is kept open was not checked for this URL.
        agent: false,
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
export const lookupPublic =
  (resolveName: typeof lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined)
        return callback(error ?? new Error('no address'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(`https://${hostname}`), '')
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
