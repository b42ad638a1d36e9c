import { installKeyCookie, installPrefix } from '@stoa/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../kernel/config.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

const installPath = '/install'
const keyPath = `${installPath}/key`
const keyHeader = 'x-install-key'

/**
 * Whoever installs a site owns it, so the installer requires the key from the log. A request cannot prove that it comes
 * from this machine: a local proxy may forward requests without adding headers.
 */
export function mountInstallGate(app: FastifyInstance, ctx: Context) {
  app.addHook('onRequest', async (request, reply) => {
    if (ctx.settings.isInstalled()) return undefined
    const path = pagePathOf(request)
    const kind = kindOf(request, path)
    if (kind === 'other' || hasKey(ctx.config, request)) return undefined
    if (kind === 'call') throw new AppError('install.key_required')
    if (isKeyPage(path)) return undefined
    const hasWrongKey = request.cookies[installKeyCookie] !== undefined
    return reply.redirect(hasWrongKey ? `${keyPath}?wrong` : keyPath, 303)
  })
}

/** The page or, with an extension, its data. */
function isKeyPage(path: string) {
  return new RegExp(`^${keyPath}(\\.[a-z]+)?$`).test(path)
}

/** The path as the web app resolves it: `/x/../install` is `/install`. */
function pagePathOf({ url }: FastifyRequest) {
  return url.startsWith('/') ? new URL(`http://localhost${url}`).pathname : '/'
}

/** Calls are recognized by their route: the server also finds it for an encoded path. */
function kindOf({ routeOptions }: FastifyRequest, path: string): 'call' | 'page' | 'other' {
  if (routeOptions.url?.startsWith(`${installPrefix}/`)) return 'call'
  return new RegExp(`^${installPath}(/|\\.|$)`).test(path) ? 'page' : 'other'
}

/** The key is in the fragment, which browsers do not send, so that no proxy logs it. */
export function installLink({ host, install_key: key = '' }: Config, port: number) {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host
  const urlHost = name.includes(':') ? `[${name}]` : name
  return `http://${urlHost}:${port}${keyPath}#${encodeURIComponent(key)}`
}

function hasKey(config: Config, request: FastifyRequest) {
  return (
    matchesKey(config, request.cookies[installKeyCookie]) ||
    matchesKey(config, request.headers[keyHeader])
  )
}

function matchesKey({ install_key: key }: Config, value: unknown) {
  if (key === undefined || typeof value !== 'string') return false
  return timingSafeEqual(digest(key), digest(value))
}

function digest(text: string) {
  return createHash('sha256').update(text).digest()
}
