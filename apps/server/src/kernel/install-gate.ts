import { installPrefix } from '@stoa/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'

const pages = '/install'
/** The page that asks for the key. */
const keyPage = `${pages}/key`
const keyCookie = 'install_key'
const keyHeader = 'x-install-key'
const daySeconds = 24 * 60 * 60

/**
 * Until a site is installed, whoever comes first owns it. On the machine itself anyone may; from elsewhere only
 * those who can read the log, where the key stands.
 */
export function mountInstallGate(app: FastifyInstance, ctx: Context) {
  app.addHook('onRequest', async (request, reply) => {
    if (ctx.settings.isInstalled()) return undefined
    const path = request.url.split('?')[0] ?? ''
    const kind = kindOf(path)
    if (kind === 'other') return undefined

    const given = (request.query as Record<string, unknown>)['key']
    if (kind === 'page' && isKey(ctx.config, given)) {
      return reply.header('set-cookie', keyCookieLine(String(given))).redirect(pages, 303)
    }
    if (isLocal(ctx.config, request) || holdsKey(ctx.config, request)) return undefined
    if (kind === 'call') throw new AppError('install.key_required')
    if (path === keyPage || path === `${keyPage}.data`) return undefined
    return reply.redirect(given === undefined ? keyPage : `${keyPage}?wrong`, 303)
  })
}

function kindOf(path: string): 'call' | 'page' | 'other' {
  if (path.startsWith(`${installPrefix}/`)) return 'call'
  return new RegExp(`^${pages}(/|\\.|$)`).test(path) ? 'page' : 'other'
}

/** The address that opens the installer, as the log tells it. */
export function installAddress({ host, install_key: key = '' }: Config, port: number) {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host
  const written = name.includes(':') ? `[${name}]` : name
  return `http://${written}:${port}${pages}?key=${encodeURIComponent(key)}`
}

function holdsKey(config: Config, request: FastifyRequest) {
  return (
    isKey(config, request.cookies[keyCookie]) || isKey(config, request.headers[keyHeader] ?? null)
  )
}

function isKey({ install_key: key }: Config, given: unknown) {
  if (key === undefined || typeof given !== 'string') return false
  return timingSafeEqual(digest(key), digest(given))
}

function digest(text: string) {
  return createHash('sha256').update(text).digest()
}

/** A proxy in front, or a name that is not this machine's own, means that the request may come from anywhere. */
function isLocal(config: Config, request: FastifyRequest) {
  const { forwarded, 'x-forwarded-for': forwardedFor, via } = request.headers
  const isDirect = forwarded === undefined && forwardedFor === undefined && via === undefined
  return (
    isDirect &&
    config.trust_proxy.length === 0 &&
    isLoopback(config.host) &&
    isLoopback(request.hostname)
  )
}

function isLoopback(host: string) {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

function keyCookieLine(key: string) {
  return `${keyCookie}=${encodeURIComponent(key)}; Path=/; Max-Age=${daySeconds}; HttpOnly; SameSite=Strict`
}
