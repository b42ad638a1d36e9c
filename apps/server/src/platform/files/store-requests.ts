import type { SignedRequest } from '@stoa/plugin-kit/file-store'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { FileStoreError } from '../../kernel/errors.ts'

const agentOptions = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16 }
/** Without anything sent or received, before the response. */
const silenceMs = 15_000
/** A browser that reads slowly keeps the store waiting. */
const bodySilenceMs = 60_000
const maxAttempts = 4
const firstPauseMs = 100
/** Later attempts would only make the visitor wait. */
const maxRetryMs = 5000
const retriedStatuses = new Set([409, 429, 500, 502, 503, 504])
const maxErrorBytes = 4096

export type StoreRequests = {
  /** Repeats what fails: keys are written once, so that all requests are idempotent. Follows no redirects. */
  send(signed: SignedRequest, body: Uint8Array | null): Promise<StoreResponse>
  close(): void
}
export type StoreResponse = { status: number; message: IncomingMessage; isRepeated: boolean }

export function openStoreRequests(): StoreRequests {
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) }

  function sendOnce({ url, method, headers }: SignedRequest, body: Uint8Array | null) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const isPlain = url.startsWith('http:')
      const agent = isPlain ? agents.http : agents.https
      const options = { method, headers, agent, timeout: silenceMs }
      const request = (isPlain ? requestHttp : requestHttps)(url, options, (response) => {
        response.setTimeout(bodySilenceMs)
        resolve(response)
      })
      request.on('timeout', () => request.destroy(new Error('timed out')))
      request.on('error', reject)
      request.end(body ?? undefined)
    })
  }

  return {
    async send(signed, body) {
      const startedAt = performance.now()
      for (let attempt = 1; ; attempt++) {
        const isLast = attempt === maxAttempts || performance.now() - startedAt > maxRetryMs
        try {
          const message = await sendOnce(signed, body)
          const status = message.statusCode ?? 0
          if (!retriedStatuses.has(status) || isLast)
            return { status, message, isRepeated: attempt > 1 }
          message.destroy()
        } catch (error) {
          const isTimeout = error instanceof Error && error.message === 'timed out'
          if (isLast || isTimeout)
            throw new FileStoreError(`The request failed: ${describe(error)}`, error)
        }
        await sleep(firstPauseMs * 2 ** (attempt - 1) * (1 + Math.random()))
      }
    },
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** The code in the body of an error, which S3 and its relatives have, or an empty text. */
export async function readErrorCode({ message }: StoreResponse): Promise<string> {
  let text = ''
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      text += chunk.toString('utf8')
      if (text.length > maxErrorBytes) break
    }
  } catch {
    // The status says enough.
  }
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? ''
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}
