import { type ChallengeAction, challengeActions } from '@stoa/contract/challenge'
import type { ProofOfWork } from '@stoa/contract/features/captcha'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { siteKey } from '../../kernel/site-key.ts'
import { letters } from './glyphs.ts'

const lifeSeconds = 360
const codeLength = 6
/** About a tenth of a second of work on a computer, about a second on a phone. */
const mostWork = 200_000

/** A challenge that this site handed out. Its answers follow from its id and the site's key, so none is stored. */
export type Ticket = { id: string; action: ChallengeAction; expiresAt: Date }

/** Makes a challenge for one action. */
export async function newTicket(ctx: Context, action: ChallengeAction): Promise<Ticket> {
  const expires = Math.floor(ctx.clock.now().getTime() / 1_000) + lifeSeconds
  const body = `${action}.${expires}.${randomBytes(16).toString('base64url')}`
  const mac = macOf(await keyOf(ctx), 'ticket', body).subarray(0, 16)
  return {
    id: `${body}.${mac.toString('base64url')}`,
    action,
    expiresAt: new Date(expires * 1_000),
  }
}

/** Reads an id; null unless this site wrote it and it is still good. */
export async function readTicket(ctx: Context, id: string): Promise<Ticket | null> {
  const [action = '', expires = '', nonce = '', mac = '', ...rest] = id.split('.')
  if (!isAction(action) || rest.length > 0) return null
  const right = macOf(await keyOf(ctx), 'ticket', `${action}.${expires}.${nonce}`).subarray(0, 16)
  if (!isSame(mac, right.toString('base64url'))) return null
  const expiresAt = new Date(Number(expires) * 1_000)
  return expiresAt > ctx.clock.now() ? { id, action, expiresAt } : null
}

/** The letters in the picture of a challenge. */
export async function lettersOf(ctx: Context, { id }: Ticket): Promise<string> {
  const bytes = macOf(await keyOf(ctx), 'letters', id)
  return Array.from({ length: codeLength }, (_, index) => {
    // Two bytes for each letter, so that all are equally likely but for one in three thousand.
    return letters[bytes.readUInt16BE(index * 2) % letters.length]
  }).join('')
}

async function numberOf(ctx: Context, { id }: Ticket): Promise<number> {
  return macOf(await keyOf(ctx), 'number', id).readUInt32BE() % (mostWork + 1)
}

/** The same challenge as work for a machine. */
export async function workOf(ctx: Context, ticket: Ticket): Promise<ProofOfWork> {
  const [, expires, nonce] = ticket.id.split('.')
  const salt = `${nonce}?expires=${expires}`
  const number = await numberOf(ctx, ticket)
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex')
  const signature = macOf(await keyOf(ctx), 'work', challenge).toString('hex')
  return { algorithm: 'SHA-256', challenge, salt, maxnumber: mostWork, signature }
}

/** Whether a code answers a challenge, as letters or as work. */
export async function isAnswer(ctx: Context, ticket: Ticket, code: string): Promise<boolean> {
  const number = solvedNumber(code)
  if (number !== null) return isSame(number, String(await numberOf(ctx, ticket)))
  return isSame(code.replaceAll(/\s/g, '').toUpperCase(), await lettersOf(ctx, ticket))
}

/** The number in a solved proof of work (base64 of its JSON); null for anything else. */
function solvedNumber(code: string): string | null {
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

function isAction(text: string): text is ChallengeAction {
  return (challengeActions as readonly string[]).includes(text)
}

function keyOf(ctx: Context) {
  return siteKey(ctx, 'captcha')
}

function macOf(key: Buffer, purpose: string, text: string) {
  return createHmac('sha256', key).update(`${purpose} ${text}`).digest()
}

/** Takes the same time wherever two texts differ; hashed first, so that their lengths do not matter. */
function isSame(given: string, right: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(right))
}
