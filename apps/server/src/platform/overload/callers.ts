import type { FastifyRequest } from 'fastify'
import type { Context } from '../../kernel/context.ts'
import { networkOf, isBot } from '../../kernel/requests.ts'
import { readCookieToken, readSessionToken } from '../../kernel/session-cookie.ts'
import type { Priority } from './priorities.ts'
import type { Reader } from './read-limits.ts'
import type { SessionTrust } from './session-trust.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which credentials the route looks up, which detects forged ones. Other routes look up none. */
    resolvesSession?: 'cookie' | 'token'
  }
}

/** Decided without a database query. */
export function priorityOf(ctx: Context, trust: SessionTrust, request: FastifyRequest): Priority {
  if (hasTrustedSession(ctx, trust, request)) return isRead(request) ? 'member' : 'writer'
  return isBot(request.headers['user-agent'] ?? '') ? 'crawler' : 'visitor'
}

/** An unknown session counts only where the route is about to look it up. */
function hasTrustedSession(ctx: Context, trust: SessionTrust, request: FastifyRequest) {
  const token = readToken(ctx, request)
  if (token === null) return false
  if (trust.findVerifiedUser(token) !== undefined) return true
  const { resolvesSession } = request.routeOptions.config
  return resolvesSession !== undefined && !trust.isUntrusted(() => request.ip)
}

function readToken(ctx: Context, request: FastifyRequest) {
  const { resolvesSession } = request.routeOptions.config
  const token =
    resolvesSession === 'token' ? readSessionToken(ctx, request) : readCookieToken(ctx, request)
  return token === '' ? null : token
}

/** An unverified session is charged to its network, or forging sessions would evade the limit. */
export function readerOf(ctx: Context, trust: SessionTrust, request: FastifyRequest): Reader {
  const token = readToken(ctx, request)
  const userId = token === null ? undefined : trust.findVerifiedUser(token)
  if (userId !== undefined) return { kind: 'member', subject: userId }
  const kind = isBot(request.headers['user-agent'] ?? '') ? 'crawler' : 'network'
  return { kind, subject: networkOf(request.ip) }
}

function isRead({ method }: FastifyRequest) {
  return method === 'GET' || method === 'HEAD'
}
