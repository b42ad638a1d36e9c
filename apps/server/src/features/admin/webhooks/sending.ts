import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../../../kernel/context.ts'
import { version } from '../../../kernel/release.ts'
import { transact } from '../../../kernel/transact.ts'
import type { webhooks } from '../../../schema/webhooks.ts'
import { type OutgoingResponse, sendOutside } from '../../site/network/outgoing.actions.ts'
import { recordAttempt, releaseClaim } from './recording.actions.ts'
import { webhookPurpose } from './stored-secrets.ts'
import { findToSend } from './webhooks.queries.ts'
import { outcomeOf, signatureOf } from './webhooks.rules.ts'

const maxReadBytes = 64 * 1024
const maxKeptBytes = 4096
const maxErrorLength = 200

/** Makes one attempt of a delivery that this process has claimed, and records it. */
export async function sendClaimed(ctx: Context, id: string) {
  const found = await findToSend(ctx.primary, id)
  if (found === null) return
  const { delivery, webhook } = found
  if (webhook.state !== 'active') return await transact(ctx, (tx) => releaseClaim(tx, id))
  const startedAt = ctx.clock.now()
  const body = Buffer.from(delivery.body)
  const headers = headersOf(ctx, webhook, {
    id: delivery.messageId,
    timestamp: Math.floor(startedAt.getTime() / 1000),
    body: delivery.body,
  })
  const start = performance.now()
  const response = await post(ctx, webhook.url, headers, body)
  const durationMs = Math.round(performance.now() - start)
  const attempt = {
    deliveryId: id,
    webhookId: webhook.id,
    startedAt,
    durationMs,
    requestHeaders: headers,
    before: delivery.attempts,
    tries: delivery.tries,
    ...response,
  }
  await transact(ctx, (tx) => recordAttempt(tx, attempt, outcomeOf(response.status)))
}

type Signed = { id: string; timestamp: number; body: string }

function headersOf(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  { id, secret, formerSecret, formerSecretUntil }: typeof webhooks.$inferSelect,
  message: Signed,
) {
  const isFormerValid = formerSecretUntil !== null && formerSecretUntil > clock.now()
  const stored = [secret, isFormerValid ? formerSecret : null].filter((text) => text !== null)
  const keys = stored.map((text) => secrets.decrypt(text, webhookPurpose(id)))
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(message.body)),
    'user-agent': `Stoa/${version}`,
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signatureOf(keys, message),
  }
}

type Sent = {
  status: number | null
  error: string
  responseHeaders: Record<string, string>
  responseBody: string
}

async function post(
  ctx: Context,
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<Sent> {
  try {
    const options = {
      allowsPrivate: ctx.config.push_private_endpoints,
      maxBodyBytes: maxReadBytes,
    }
    return toSent(await sendOutside({ url, method: 'POST', headers, body }, options))
  } catch (error) {
    ctx.log.warn({ err: error, host: URL.parse(url)?.host }, 'webhook request failed')
    const text = error instanceof Error ? textOf(error) : String(error)
    const failure = text.slice(0, maxErrorLength)
    return { status: null, error: failure, responseHeaders: {}, responseBody: '' }
  }
}

function textOf(error: Error) {
  if (/^(AbortError|TimeoutError)$/.test(error.name)) return 'No response within 10 seconds'
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}

function toSent({ status, headers, body }: OutgoingResponse): Sent {
  // PostgreSQL stores no null characters.
  const text = body.subarray(0, maxKeptBytes).toString('utf8').replaceAll('\0', '\uFFFD')
  return { status, error: '', responseHeaders: flatten(headers), responseBody: text }
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}
