import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** A hung Redis must not be felt: a command gives up after this. */
export const commandTimeoutMs = 80

/** Opens a connection that never makes the process wait or die. */
export function openRedis(url: string, log: Logger, purpose: string) {
  const redis = new Redis(url, {
    connectTimeout: 1_000,
    commandTimeout: commandTimeoutMs,
    // A connection that has gone silent is dropped: while it is made anew, commands fail at once.
    socketTimeout: 3 * commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  })
  let wasDown = false
  redis.on('error', (error) => {
    if (!wasDown) log.warn({ err: error, purpose }, 'Redis is not answering; going on without it')
    wasDown = true
  })
  redis.on('ready', () => {
    if (wasDown) log.info({ purpose }, 'Redis is back')
    wasDown = false
  })
  return redis
}
