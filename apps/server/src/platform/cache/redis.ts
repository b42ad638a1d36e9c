import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Short, so that a hung Redis does not slow down requests. */
export const commandTimeoutMs = 80

/** Commands fail fast while Redis is not available. */
export function openRedis(url: string, log: Logger, purpose: string) {
  const redis = new Redis(url, {
    connectTimeout: 1_000,
    commandTimeout: commandTimeoutMs,
    // Reconnects when Redis hangs; until then commands fail at once.
    socketTimeout: 3 * commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  })
  let wasDown = false
  redis.on('error', (error) => {
    if (!wasDown) log.warn({ err: error, purpose }, 'Redis is not available, continuing without it')
    wasDown = true
  })
  redis.on('ready', () => {
    if (wasDown) log.info({ purpose }, 'Redis is available again')
    wasDown = false
  })
  return redis
}
