import { rateLimits, type RateLimitName } from '@stoa/contract/limits'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { fail } from '../../kernel/errors.ts'
import type { RateLimits } from '../../kernel/services.ts'
import { openRedis } from '../cache/redis.ts'

export function openRateLimits(redisUrl: string | undefined, log: Logger): RateLimits {
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, log, 'rate limits')
  const limiters = new Map<RateLimitName, RateLimiterAbstract>()
  for (const name of Object.keys(rateLimits) as RateLimitName[]) {
    limiters.set(name, createLimiter(name, redis))
  }
  return {
    async take(name, subject) {
      try {
        await limiters.get(name)?.consume(subject)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        fail('base.too_many_requests', {
          hint: { retry_after: Math.ceil(error.msBeforeNext / 1000) },
        })
      }
    },
    async penalize(name, subject, points) {
      await limiters.get(name)?.penalty(subject, points)
    },
    close: () => redis?.disconnect(),
  }
}

function createLimiter(name: RateLimitName, redis: Redis | undefined) {
  const { points, seconds } = rateLimits[name]
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  if (redis === undefined) return memory
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `stoa:limit:${name}`,
    points,
    duration: seconds,
    // When Redis is down, each process enforces the limit alone.
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
  })
}
