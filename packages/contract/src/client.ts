import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts'
import type { Envelope } from './envelope.ts'

/** What a call may carry besides its input. */
export type CallOptions = { idempotencyKey?: string; signal?: AbortSignal }

/** Carries one call to the server and brings its envelope back. */
export type Transport = (
  endpoint: Endpoint,
  input: unknown,
  options: CallOptions,
) => Promise<Envelope>

/** The typed client: one function, whatever carries it. */
export type Client = {
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<ReplyOf<E>>
}

/** A reply that is not a success, thrown by `call`. */
export class ApiError extends Error {
  readonly envelope: Envelope
  constructor(envelope: Envelope) {
    super(`${envelope.status} ${envelope.reason}`)
    this.name = 'ApiError'
    this.envelope = envelope
  }
}

/** Makes a client over a transport. */
export function clientOver(transport: Transport): Client {
  return {
    async call(endpoint, input, options = {}) {
      const envelope = await transport(endpoint, input, options)
      if (envelope.status >= 400) throw new ApiError(envelope)
      return envelope.data as never
    },
  }
}

/** The transport of browsers and API clients. */
export function fetchTransport(origin: string, headers: Record<string, string> = {}): Transport {
  return async (endpoint, input, options) => {
    const isGet = endpoint.method === 'GET'
    const url = origin + endpoint.path + (isGet ? toQuery(input) : '')
    const key = options.idempotencyKey
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        ...headers,
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(isGet ? {} : { body: JSON.stringify(input) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      credentials: 'same-origin',
    })
    return (await response.json()) as Envelope
  }
}

function toQuery(input: unknown) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
