import type { Kit } from '@stoa/plugin-kit/server'
import type { CustomFetch } from 'openid-client'

const emptyStatuses = [204, 205, 304]

/** The network of the library. */
export function fetchWith({ fetch }: Pick<Kit, 'fetch'>): CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body === undefined || body === null ? {} : { body: toText(body) }
    const response = await fetch(url, { method, headers, ...sent })
    const { status } = response
    const content = emptyStatuses.includes(status) ? null : response.body
    return new Response(content, { status, headers: response.headers })
  }
}

/** The library sends forms. */
function toText(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  throw new TypeError('only text can be sent')
}
