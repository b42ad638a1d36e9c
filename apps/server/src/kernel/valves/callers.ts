import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { networkOf } from '../network.ts'
import { sessionToken } from '../session-cookie.ts'
import { isBot } from '../user-agents.ts'
import type { Rank } from './ranks.ts'

const doubtMs = 10 * 60 * 1000
const mostDoubted = 10_000

/** Networks that lately came with a session that does not exist: theirs count for nothing until one does. */
export type Doubts = Map<string, number>

/** Notes whether a session someone came with exists. */
export function noteSession(doubts: Doubts, address: string, exists: boolean, now: number) {
  if (exists && doubts.size === 0) return
  const network = networkOf(address)
  doubts.delete(network)
  if (exists) return
  doubts.set(network, now + doubtMs)
  const [oldest] = doubts.keys()
  if (doubts.size > mostDoubted && oldest !== undefined) doubts.delete(oldest)
}

/** Who asks, as far as can be told without asking the database. */
export function rankOf(ctx: Context, doubts: Doubts, request: FastifyRequest, now: number): Rank {
  const hasSession = Boolean(sessionToken(ctx, request)) && !isDoubted(doubts, request, now)
  if (hasSession) return isRead(request) ? 'member' : 'writer'
  return isBot(request.headers['user-agent'] ?? '') ? 'crawler' : 'visitor'
}

// The address is looked for in the headers each time it is asked for.
function isDoubted(doubts: Doubts, request: FastifyRequest, now: number) {
  return doubts.size > 0 && (doubts.get(networkOf(request.ip)) ?? 0) > now
}

function isRead({ method }: FastifyRequest) {
  return method === 'GET' || method === 'HEAD'
}
