import { type CaptchaAction, captchaActions } from '@stoa/contract/captcha'
import type { ProofOfWork } from '@stoa/contract/features/captcha'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { letters } from './glyphs.ts'

const lifetimeSeconds = 360
const codeLength = 6
/** About 0.1 s of work on a computer, 1 s on a phone. */
const maxNumber = 200_000

/** Stateless: the solutions are derived from the id and the site's key. */
export type Captcha = {
  id: string
  action: CaptchaAction
  /** Whose solution is accepted too, in place of the proof of work; empty if there is none. */
  plugin: string
  expiresAt: Date
}

export async function createCaptcha(
  ctx: Context,
  action: CaptchaAction,
  plugin: string,
): Promise<Captcha> {
  const expires = Math.floor(ctx.clock.now().getTime() / 1_000) + lifetimeSeconds
  const body = `${action}.${expires}.${randomBytes(16).toString('base64url')}.${plugin}`
  const mac = computeMac(await getKey(ctx), 'ticket', body).subarray(0, 16)
  return {
    id: `${body}.${mac.toString('base64url')}`,
    action,
    plugin,
    expiresAt: new Date(expires * 1_000),
  }
}

/** Returns null when the signature is wrong or the captcha has expired. */
export async function parseCaptchaId(ctx: Context, id: string): Promise<Captcha | null> {
  const [action = '', expires = '', nonce = '', plugin = '', mac = '', ...rest] = id.split('.')
  if (!isAction(action) || rest.length > 0) return null
  const expected = computeMac(
    await getKey(ctx),
    'ticket',
    `${action}.${expires}.${nonce}.${plugin}`,
  ).subarray(0, 16)
  if (!equalsConstantTime(mac, expected.toString('base64url'))) return null
  const expiresAt = new Date(Number(expires) * 1_000)
  return expiresAt > ctx.clock.now() ? { id, action, plugin, expiresAt } : null
}

export async function deriveLetters(ctx: Context, { id }: Captcha): Promise<string> {
  const bytes = computeMac(await getKey(ctx), 'letters', id)
  return Array.from({ length: codeLength }, (_, index) => {
    // Two bytes per letter keep the modulo bias below 1 in 3000.
    return letters[bytes.readUInt16BE(index * 2) % letters.length]
  }).join('')
}

async function deriveNumber(ctx: Context, { id }: Captcha): Promise<number> {
  return computeMac(await getKey(ctx), 'number', id).readUInt32BE() % (maxNumber + 1)
}

/** The same captcha as a proof of work (ALTCHA format). */
export async function toProofOfWork(ctx: Context, captcha: Captcha): Promise<ProofOfWork> {
  const [, expires, nonce] = captcha.id.split('.')
  const salt = `${nonce}?expires=${expires}`
  const number = await deriveNumber(ctx, captcha)
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex')
  const signature = computeMac(await getKey(ctx), 'work', challenge).toString('hex')
  return { algorithm: 'SHA-256', challenge, salt, maxnumber: maxNumber, signature }
}

/**
 * Accepts the letters or the proof of work. Not the latter beside a plugin: programs solve it easily, and browsers without
 * JavaScript, for which the site offers something beside the plugin, cannot.
 */
export async function isSolution(ctx: Context, captcha: Captcha, code: string): Promise<boolean> {
  const number = captcha.plugin === '' ? parseProofOfWork(code) : null
  if (number !== null) return equalsConstantTime(number, String(await deriveNumber(ctx, captcha)))
  return equalsConstantTime(
    code.replaceAll(/\s/g, '').toUpperCase(),
    await deriveLetters(ctx, captcha),
  )
}

/** Returns the number of a solved proof of work (base64 of its JSON), or null. */
function parseProofOfWork(code: string): string | null {
  if (code.length <= 2 * codeLength) return null
  try {
    const solved: unknown = JSON.parse(Buffer.from(code, 'base64').toString())
    return typeof solved === 'object' && solved !== null && 'number' in solved
      ? String(solved.number)
      : null
  } catch {
    return null
  }
}

function isAction(text: string): text is CaptchaAction {
  return (captchaActions as readonly string[]).includes(text)
}

function getKey(ctx: Context) {
  return ctx.deriveKey('captcha')
}

function computeMac(key: Buffer, purpose: string, text: string) {
  return createHmac('sha256', key).update(`${purpose} ${text}`).digest()
}

/** Hashes both first, because `timingSafeEqual` needs equal lengths. */
function equalsConstantTime(actual: string, expected: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}
