import type { Endpoint, InputOf, ResponseOf } from './endpoint.ts'
import type { Envelope } from './envelope.ts'

export type CallOptions = {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Sends the call even if the page is left. */
  keepalive?: boolean
}

/** Sends one call to the server and returns its envelope. */
export type Transport = (
  endpoint: Endpoint,
  input: unknown,
  options: CallOptions,
) => Promise<Envelope>

/** The typed API client, independent of the transport. */
export type Client = {
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<ResponseOf<E>>
}

/** Thrown by `call` for every response that is not a success. */
export class ApiError extends Error {
  readonly envelope: Envelope
  constructor(envelope: Envelope) {
    super(`${envelope.status} ${envelope.reason}`)
    this.name = 'ApiError'
    this.envelope = envelope
  }
}

export function createClient(transport: Transport): Client {
  return {
    async call(endpoint, input, options = {}) {
      const envelope = await transport(endpoint, input, options)
      if (envelope.status >= 400) throw new ApiError(envelope)
      return envelope.data as never
    },
  }
}

export function fetchTransport(origin: string, headers: Record<string, string> = {}): Transport {
  return async (endpoint, input, options) => {
    const isGet = endpoint.method === 'GET'
    const url = origin + endpoint.path + (isGet ? toQuery(input) : '')
    const key = options.idempotencyKey
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        ...headers,
        // fetch sets the content type of a form itself, with the multipart boundary.
        ...(isGet || endpoint.encoding === 'form' ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(isGet ? {} : { body: toBody(endpoint, input) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.keepalive === undefined ? {} : { keepalive: options.keepalive }),
      credentials: 'same-origin',
    })
    return (await response.json()) as Envelope
  }
}

function toBody(endpoint: Endpoint, input: unknown) {
  if (endpoint.encoding === 'json') return JSON.stringify(input)
  const form = new FormData()
  for (const [name, value] of Object.entries(input as Record<string, string | File>)) {
    form.append(name, value)
  }
  return form
}

function toQuery(input: unknown) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(
    input as Record<string, string | number | boolean | undefined>,
  )) {
    if (value !== undefined) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
