import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedWebhook = { path: string; headers: IncomingHttpHeaders; body: string }

type Reply = { status: number; headers?: Record<string, string>; body?: string | Buffer }

/** A receiver of webhooks on loopback, with any number of paths. */
export async function openReceiver() {
  const received: ReceivedWebhook[] = []
  const replies = new Map<string, Reply | 'hang'>()
  const open = new Map<string, number>()
  const held = new Set<ServerResponse>()
  let maxOpen = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    open.set(path, (open.get(path) ?? 0) + 1)
    maxOpen = Math.max(maxOpen, open.get(path) ?? 0)
    response.once('close', () => open.set(path, (open.get(path) ?? 0) - 1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
      const reply = replies.get(path) ?? { status: 200 }
      if (reply === 'hang') held.add(response)
      else response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    at: (path: string) => received.filter((one) => one.path === path),
    respond(path: string, reply: Reply | 'hang') {
      replies.set(path, reply)
    },
    /** The most requests of one path at once. */
    maxOpen: () => maxOpen,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Whether one of the signatures is right (Standard Webhooks), computed with other functions than the sender's. */
export async function isSigned({ headers, body }: ReceivedWebhook, secret: string) {
  const { subtle } = crypto
  const encoder = new TextEncoder()
  const raw = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (c) => c.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', raw, algorithm, false, ['verify'])
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  for (const part of String(headers['webhook-signature']).split(' ')) {
    const [version, value = ''] = part.split(',')
    const signature = Uint8Array.from(atob(value), (c) => c.charCodeAt(0))
    const isRight = await subtle.verify('HMAC', key, signature, encoder.encode(text))
    if (version === 'v1' && isRight) return true
  }
  return false
}
