import { randomInt } from 'node:crypto'

/**
 * The header of a proxy that saw someone nobody else is counted with: what one test does often must not be held
 * against the next.
 */
export function fromElsewhere(): Record<string, string> {
  return { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }
}
