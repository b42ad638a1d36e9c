import type { CallRequest } from './call-request.ts'

export type SentCall = { request: CallRequest; status: number; ms: number; body: string }

/** Without a key, the browser adds the session. */
export async function sendCall(
  method: string,
  request: CallRequest,
  apiKey: string,
): Promise<SentCall> {
  const startedAt = performance.now()
  const response = await fetch(request.path, {
    method,
    headers: {
      ...(request.body === null ? {} : { 'content-type': 'application/json' }),
      ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: request.body,
    credentials: apiKey === '' ? 'same-origin' : 'omit',
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - startedAt)
  return { request, status: response.status, ms, body: format(text) }
}

function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
