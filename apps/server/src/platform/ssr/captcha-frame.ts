import { captchaActions } from '@stoa/contract/captcha'
import { defaultLocale, getLanguage, isLocale, type Locale } from '@stoa/locales/languages'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { type CaptchaPlugin, filesUrl, type Plugins } from '../../kernel/plugins.ts'

type Params = { slug: string }
type Query = { action?: unknown; theme?: unknown; locale?: unknown }
type Widget = { action: string; theme: 'light' | 'dark'; locale: Locale }

/**
 * The widget of a captcha plugin, which pages show in a frame: scripts of other services run there, under a policy that allows
 * their hosts, so that the policy of the pages stays as it is.
 */
export function mountCaptchaFrame(app: FastifyInstance, plugins: Pick<Plugins, 'captcha'>) {
  const options = { config: { bypassesLimiter: true } } as const
  app.get<{ Params: Params; Querystring: Query }>('/_captcha/:slug', options, (request, reply) => {
    const captcha = plugins.captcha()
    const widget = readWidget(request.query)
    if (captcha?.plugin.slug !== request.params.slug || widget === null)
      return reply.code(404).type('text/plain; charset=utf-8').send('')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', frameSecurityPolicy(captcha.hosts, nonce))
      .header('document-isolation-policy', 'isolate-and-credentialless')
      .send(renderFrame(captcha, widget, nonce))
  })
}

function readWidget({ action, theme, locale }: Query): Widget | null {
  const known = captchaActions.find((name) => name === action)
  if (known === undefined) return null
  return {
    action: known,
    theme: theme === 'dark' ? 'dark' : 'light',
    locale: isLocale(locale) ? locale : defaultLocale,
  }
}

/** No request to the site itself: only its parent, the page, gets the code. */
function frameSecurityPolicy(names: readonly string[], nonce: string): string {
  const hosts = names.map((name) => `https://${name}`)
  const from = (directive: string, ...sources: string[]) =>
    [directive, ...(sources.length === 0 ? [`'none'`] : sources)].join(' ')
  return [
    `default-src 'none'`,
    from('script-src', `'nonce-${nonce}'`, `'self'`, ...hosts),
    from('style-src', `'unsafe-inline'`, ...hosts),
    from('img-src', 'data:', `'self'`, ...hosts),
    from('font-src', 'data:', ...hosts),
    from('connect-src', ...hosts),
    from('frame-src', ...hosts),
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
    // Services need an origin: they store things, and tell by its host whose captcha it is.
    'sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation',
  ].join('; ')
}

const style = 'html{background:transparent}body{margin:0}#captcha{display:flow-root}'

/** What the frame tells the page is read by `captcha-frame.tsx`. */
const script = (file: string, options: object) => `import show from ${toScriptJson(file)}
const send = (message) => parent.postMessage({ captcha: message }, location.origin)
const element = document.getElementById('captcha')
let fixed = null
const fit = () => send({ type: 'height', height: fixed ?? element.offsetHeight })
new ResizeObserver(fit).observe(element)
addEventListener('keydown', ({ key }) => key === 'Escape' && send({ type: 'escape' }))
try {
  show(element, {
    ...${toScriptJson(options)},
    onSolved: (code) => send({ type: 'solved', code: String(code) }),
    onExpired: () => send({ type: 'expired' }),
    onFailed: () => send({ type: 'failed' }),
    setHeight(pixels) {
      fixed = pixels
      fit()
    },
  })
} catch (error) {
  send({ type: 'failed' })
  throw error
}
send({ type: 'shown' })`

function renderFrame({ plugin, file, settings }: CaptchaPlugin, widget: Widget, nonce: string) {
  const { tag, dir } = getLanguage(widget.locale)
  const options = { ...widget, settings }
  return `<!DOCTYPE html><html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${widget.theme}"><title>Captcha</title><style>${style}</style></head><body><div id="captcha"></div><script type="module" nonce="${nonce}">${script(filesUrl(plugin) + file, options)}</script></body></html>`
}

/** Cannot end the script element. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
