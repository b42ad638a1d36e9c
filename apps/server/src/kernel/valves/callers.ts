import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { networkOf } from '../network.ts'
import { cookieToken, sessionToken } from '../session-cookie.ts'
import { isBot } from '../user-agents.ts'
import type { Rank } from './ranks.ts'
import type { Reader } from './read-limits.ts'
import type { SessionTrust } from './session-trust.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which credentials the route looks up; a forged one is noticed there. Routes without it look up none. */
    resolvesSession?: 'cookie' | 'token'
  }
}

/** The priority of a request, as far as can be told without asking the database. */
export function rankOf(ctx: Context, trust: SessionTrust, request: FastifyRequest): Rank {
  if (hasTrustedSession(ctx, trust, request)) return isRead(request) ? 'member' : 'writer'
  return isBot(request.headers['user-agent'] ?? '') ? 'crawler' : 'visitor'
}

/** An unknown session counts only where the route is about to look it up. */
function hasTrustedSession(ctx: Context, trust: SessionTrust, request: FastifyRequest) {
  const token = claimedToken(ctx, request)
  if (token === null) return false
  if (trust.verifiedUser(token) !== undefined) return true
  const { resolvesSession } = request.routeOptions.config
  return resolvesSession !== undefined && !trust.isUntrusted(() => request.ip)
}

function claimedToken(ctx: Context, request: FastifyRequest) {
  const { resolvesSession } = request.routeOptions.config
  const token = resolvesSession === 'token' ? sessionToken(ctx, request) : cookieToken(ctx, request)
  return token === '' ? null : token
}

/** Whose budget a read is charged to. An unverified session is charged to its network, or forging would be free. */
export function readerOf(ctx: Context, trust: SessionTrust, request: FastifyRequest): Reader {
  const token = claimedToken(ctx, request)
  const userId = token === null ? undefined : trust.verifiedUser(token)
  if (userId !== undefined) return { kind: 'member', subject: userId }
  const kind = isBot(request.headers['user-agent'] ?? '') ? 'crawler' : 'network'
  return { kind, subject: networkOf(request.ip) }
}

function isRead({ method }: FastifyRequest) {
  return method === 'GET' || method === 'HEAD'
}
