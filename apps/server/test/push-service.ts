import type { PushMessage } from '@stoa/contract/features/push'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedPush = { path: string; headers: IncomingHttpHeaders; message: PushMessage }

/** A push service on loopback with its browsers, which decrypt what they receive. */
export async function openPushService() {
  const browsers = new Map<string, ReturnType<typeof createBrowser>>()
  const received: ReceivedPush[] = []
  let status = 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const text = browsers.get(path)?.decrypt(Buffer.concat(chunks)) ?? '{}'
      const message = JSON.parse(text) as PushMessage
      received.push({ path, headers: request.headers, message })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    /** Only the texts, in the order of their arrival. */
    messages: () => received.map(({ message }) => message),
    respondWith(next: number) {
      status = next
    },
    /** The input of a subscription of a new browser. */
    aBrowser() {
      const path = `/${randomBytes(6).toString('hex')}`
      const browser = createBrowser()
      browsers.set(path, browser)
      return { endpoint: url + path, p256dh: browser.p256dh, auth: browser.auth }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type PushService = Awaited<ReturnType<typeof openPushService>>

/** Decrypts like a browser (RFC 8291). */
function createBrowser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: ecdh.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body: Buffer) {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const senderKey = body.subarray(21, 21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
      const derive = (purpose: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${purpose}\0`, length))
      const record = body.subarray(21 + keyLength)
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
    },
  }
}

/** The claims of the header `Authorization: vapid t=…, k=…`, if its signature is right (RFC 8292). */
export function readVapid(authorization = '') {
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  return { isValid, key, claims }
}
