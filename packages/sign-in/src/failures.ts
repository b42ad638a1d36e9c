import { type Kit, Rejection } from '@stoa/plugin-kit/server'

type Names = Pick<Kit, 't' | 'log'>

/** The user said no, or has to say yes first. */
const denials = ['access_denied', 'consent_required', 'interaction_required', 'login_required']

/** A call that takes longer than 15 seconds is a failure too. */
const limitMs = 13_000

/** What the service responded with instead of a login. */
export class ServiceError extends Error {
  readonly error: string
  readonly error_description: string
  constructor(error: string, description = '') {
    super('the service responded with an error')
    this.error = error
    this.error_description = description
  }
}

/**
 * Turns every error into a rejection: what a browser or the service sends must not count as a failure of the plugin, which the site
 * disables after some.
 */
export async function withRejections<T>(
  kit: Names,
  label: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await withLimit(work())
  } catch (error) {
    if (error instanceof Rejection) throw error
    const isDenied = denials.includes(readField(error, 'error'))
    if (!isDenied) kit.log.error(`login failed: ${describe(error)}`)
    const values = { name: label }
    throw new Rejection(isDenied ? kit.t('denied', values) : kit.t('failed', values))
  }
}

async function withLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the service is too slow')), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** For the log and for admins: no tokens, no codes and no claims, which errors carry as their cause. */
export function describe(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 3) return 'unknown error'
  const outside = ['error', 'error_description'].map((name) => readField(error, name))
  const status = readStatus(error) ?? readStatus(error.cause)
  const parts = [
    clean(error.message),
    ...outside.filter((text) => text !== '').map(hideTokens),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(error.cause instanceof Error ? [describe(error.cause, depth + 1)] : []),
  ]
  return [...new Set(parts)].join(': ').slice(0, 400)
}

function readField(error: unknown, name: string): string {
  const value: unknown = typeof error === 'object' && error !== null && Reflect.get(error, name)
  return typeof value === 'string' ? clean(value) : ''
}

function readStatus(value: unknown): number | undefined {
  const status: unknown =
    typeof value === 'object' && value !== null && Reflect.get(value, 'status')
  return typeof status === 'number' ? status : undefined
}

function clean(text: string): string {
  return text
    .replaceAll(/[^\P{C}]+|\s+/gu, ' ')
    .slice(0, 200)
    .trim()
}

function hideTokens(text: string): string {
  const isCode = (word: string) => /^[a-z_]{1,40}$/.test(word)
  return text.replaceAll(/[\w.~+/=-]{20,}/g, (word) => (isCode(word) ? word : '…'))
}
