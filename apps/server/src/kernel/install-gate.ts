import { installKeyCookie, installPrefix } from '@stoa/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'

const pages = '/install'
/** The page that asks for the key and stores it in a cookie. */
const keyPage = `${pages}/key`
const keyHeader = 'x-install-key'

/**
 * Until a site is installed, whoever installs it owns it, so every request needs the key from the log. Nothing in a
 * request proves that it comes from this machine: a proxy on the machine may add no header and pass any host on.
 */
export function mountInstallGate(app: FastifyInstance, ctx: Context) {
  app.addHook('onRequest', async (request, reply) => {
    if (ctx.settings.isInstalled()) return undefined
    const path = request.url.split('?')[0] ?? ''
    const kind = kindOf(path)
    if (kind === 'other' || hasKey(ctx.config, request)) return undefined
    if (kind === 'call') throw new AppError('install.key_required')
    if (path === keyPage || path === `${keyPage}.data`) return undefined
    const isWrong = request.cookies[installKeyCookie] !== undefined
    return reply.redirect(isWrong ? `${keyPage}?wrong` : keyPage, 303)
  })
}

function kindOf(path: string): 'call' | 'page' | 'other' {
  if (path.startsWith(`${installPrefix}/`)) return 'call'
  return new RegExp(`^${pages}(/|\\.|$)`).test(path) ? 'page' : 'other'
}

/** The link that opens the installer, for the log. Browsers do not send the fragment, so no proxy logs the key. */
export function installLink({ host, install_key: key = '' }: Config, port: number) {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host
  const written = name.includes(':') ? `[${name}]` : name
  return `http://${written}:${port}${keyPage}#${encodeURIComponent(key)}`
}

function hasKey(config: Config, request: FastifyRequest) {
  return (
    isKey(config, request.cookies[installKeyCookie]) || isKey(config, request.headers[keyHeader])
  )
}

function isKey({ install_key: key }: Config, given: unknown) {
  if (key === undefined || typeof given !== 'string') return false
  return timingSafeEqual(digest(key), digest(given))
}

function digest(text: string) {
  return createHash('sha256').update(text).digest()
}
