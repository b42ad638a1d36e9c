import { lookup } from 'node:dns'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http'
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
type Options = {
  allowsPrivate: boolean
  resolveName?: typeof lookup
  /** How much of the body of the response is read; nothing by default. */
  maxBodyBytes?: number
}

export type OutgoingResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Sends a request to a URL that a user named (SSRF), and returns the response: checks the address that is connected to,
 * follows no redirects, and fails when it takes longer than ten seconds.
 */
export async function sendOutside(
  { url, method, headers, body }: OutgoingRequest,
  { allowsPrivate, resolveName = lookup, maxBodyBytes = 0 }: Options,
): Promise<OutgoingResponse> {
  if (!allowsPrivate && !isPublicUrl(url)) throw new PrivateAddressError(url)
  const send = url.startsWith('http:') && allowsPrivate ? requestHttp : requestHttps
  return await new Promise<OutgoingResponse>((resolve, reject) => {
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
        readStart(response, maxBodyBytes).then((start) => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: start })
        }, reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** The rest is not received. */
async function readStart(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  if (maxBytes > 0) {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  }
  response.destroy()
  return Buffer.concat(chunks).subarray(0, maxBytes)
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
