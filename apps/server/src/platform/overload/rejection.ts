import { adminPrefix, apiPrefix, installPrefix } from '@stoa/contract/endpoint'
import { getLanguage, type Locale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import { createHash } from 'node:crypto'
import { AppError, toErrorEnvelope } from '../../kernel/errors.ts'
import { commonHeaders } from '../http/headers.ts'

export type RejectionResponse = { headers: Record<string, string | number>; body: Buffer }

/** 503 when the process is overloaded, 429 when the sender exceeded its limit. */
export type Rejection = { status: 429 | 503; retryAfter: number }

type RejectedRequest = { path: string; locale: Locale; rejection: Rejection; siteUrl: string }

const apiPrefixes = [apiPrefix, adminPrefix, installPrefix].map((prefix) => `${prefix}/`)

const style = `
:root{color-scheme:light dark;--paper:#fcfdff;--ink:#14161c;--ink-2:#4a4f5c;--accent:#0033ff;--on:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#0f1118;--ink:#eceef4;--ink-2:#b4b9c6;--accent:#93a5ff;--on:#000}}
body{margin:0;padding:3rem 1.25rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 ui-sans-serif,system-ui,sans-serif}
main{max-width:40.5rem;margin:0 auto;padding-top:1rem;border-top:3px solid var(--ink)}
h1{margin:0;font:600 2.125rem/1.2 ui-serif,Charter,Georgia,serif}
p{color:var(--ink-2)}
a{display:inline-block;padding:.6rem 1.1rem;border-radius:6px;background:var(--accent);color:var(--on);text-decoration:none}
a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`

const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

/** Bodies are memoized: rejecting a request must cost next to nothing. */
export function renderRejection(request: RejectedRequest): RejectionResponse {
  const { path, locale, rejection, siteUrl } = request
  const { status, retryAfter } = rejection
  const isApiCall = apiPrefixes.some((prefix) => path.startsWith(prefix))
  const body = isApiCall ? renderEnvelope(locale, status, retryAfter) : renderPage(locale, status)
  return {
    headers: {
      ...commonHeaders(siteUrl),
      ...(isApiCall ? {} : { 'content-security-policy': contentSecurityPolicy }),
      'content-type': isApiCall ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      'content-length': body.length,
      'retry-after': retryAfter,
    },
    body,
  }
}

type Status = Rejection['status']

const renderEnvelope = memoize((locale: Locale, status: Status, retryAfter: number) => {
  const code = status === 429 ? 'base.too_many_requests' : 'base.busy'
  const error = new AppError(code, { hint: { retry_after: retryAfter } })
  return JSON.stringify(toErrorEnvelope(error, translator(locale)))
})

const renderPage = memoize((locale: Locale, status: Status) => {
  const t = translator(locale)
  const title = t(status === 429 ? 'page.too_many_requests.title' : 'page.busy.title')
  const text = t(status === 429 ? 'page.too_many_requests.text' : 'page.busy.text')
  const { tag, dir } = getLanguage(locale)
  return `<!doctype html>
<html lang="${tag}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><a href="">${t('page.busy.retry')}</a></main></body>
</html>
`
})

function memoize<Args extends (string | number)[]>(render: (...args: Args) => string) {
  const cache = new Map<string, Buffer>()
  return (...args: Args) => {
    const key = args.join(' ')
    const bytes = cache.get(key) ?? Buffer.from(render(...args))
    cache.set(key, bytes)
    return bytes
  }
}
