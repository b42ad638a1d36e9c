import { lookup } from 'node:dns'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect } from 'node:tls'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, isPublicUrl } from './public-addresses.rules.ts'

const defaultTimeoutMs = 10_000

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
  timeoutMs?: number
}

export type OutgoingResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Sends a request to a URL that a user named (SSRF), and returns the response: checks the address that is connected to,
 * follows no redirects, and fails when it takes too long, by default ten seconds.
 */
export async function sendOutside(
  { url, method, headers, body }: OutgoingRequest,
  { allowsPrivate, resolveName = lookup, maxBodyBytes = 0, timeoutMs = defaultTimeoutMs }: Options,
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

export type ServerCertificate = {
  /** Why browsers reject it, or null. */
  error: string | null
  until: Date
}

type CertificateOptions = Pick<Options, 'allowsPrivate' | 'resolveName'> & { timeoutMs: number }

/** The TLS certificate of the server of an https URL. Sends no request. */
export async function readCertificate(
  url: string,
  { allowsPrivate, timeoutMs: waitMs, resolveName = lookup }: CertificateOptions,
): Promise<ServerCertificate> {
  if (!allowsPrivate && !isPublicUrl(url)) throw new PrivateAddressError(url)
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return await new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port === '' ? 443 : port),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Reads invalid certificates too: nothing is sent over the connection.
      rejectUnauthorized: false,
      ...(allowsPrivate ? {} : { lookup: lookupPublic(resolveName) }),
    })
    const timer = setTimeout(() => socket.destroy(new Error('connection timed out')), waitMs)
    socket.once('close', () => clearTimeout(timer))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to)
      // The types say that it is an error; it is the code of one.
      const error = socket.authorized ? null : String(socket.authorizationError)
      socket.destroy()
      resolve({ error, until })
    })
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
