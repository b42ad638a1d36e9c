import { randomInt } from 'node:crypto'

/** Returns a proxy header with a random IP, so that tests do not share rate limits. */
export function randomIpHeader(): Record<string, string> {
  return { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }
}
