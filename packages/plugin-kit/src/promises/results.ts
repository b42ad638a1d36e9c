import { z } from 'zod'
import { callLimits } from '../call-limits.ts'
import type { Html } from '../server.ts'
import { hostileTag } from './samples.ts'

export async function inTime<T>(deadlineMs: number, work: () => T | Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`It took longer than ${deadlineMs / 1000} seconds.`)),
    deadlineMs,
  )
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A message to whoever caused the call is not a failure. */
export function isRejection(error: unknown): boolean {
  return error instanceof Error && error.name === 'Rejection'
}

export function checkHtml(html: unknown, max: number) {
  const text = html === null || html === undefined ? '' : (html as string | Html)
  if (typeof text !== 'string' && typeof text !== 'object') throw new Error('It is not HTML.')
  checkLength(text.toString(), max, 'HTML')
  if (text.toString().includes(hostileTag))
    throw new Error('It inserts text without escaping it: use html`…`.')
}

export function checkText(value: unknown, max: number) {
  if (typeof value !== 'string') throw new Error(`${describe(value)} is not a text.`)
  checkLength(value, max, 'text')
}

function checkLength(text: string, max: number, what: string) {
  if (text.length > max) throw new Error(`The ${what} is longer than ${max} characters.`)
}

export function checkJson(value: unknown) {
  if (!z.json().safeParse(value).success) throw new Error(`${describe(value)} is not JSON.`)
}

const verdict = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('approve') }),
  z.object({
    verdict: z.enum(['hold', 'reject']),
    reason: z.string().max(callLimits.review.maxReason),
  }),
])

export function checkVerdict(value: unknown) {
  if (!verdict.safeParse(value).success) throw new Error(`${describe(value)} is not a verdict.`)
}

function describe(value: unknown): string {
  return value === undefined ? 'undefined' : (JSON.stringify(value) ?? typeof value).slice(0, 100)
}
