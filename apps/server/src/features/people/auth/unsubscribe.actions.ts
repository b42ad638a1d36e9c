import { generalSettings } from '@stoa/contract/settings/site'
import { eq } from 'drizzle-orm'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, Tx } from '../../../kernel/context.ts'
import { users } from '../../../schema/users.ts'

/** The kinds of mail a user can unsubscribe from, and the columns that store it. */
const columns = {
  inbox: { mailsInbox: false },
  all_questions: { mailsAllQuestions: false },
  followed_tags: { mailsFollowedTags: false },
} as const

export type MailKind = keyof typeof columns

/** A signed link that never expires: it may be opened years later, and nothing is stored for it. */
export async function unsubscribeUrl(ctx: Context, userId: string, kind: MailKind) {
  const code = `${kind}.${userId}.${await sign(ctx, userId, kind)}`
  return `${ctx.settings.get(generalSettings).site_url}/users/unsubscribe?code=${code}`
}

/** Returns null when the signature is invalid. */
export async function readUnsubscribeCode(ctx: Context, code: string) {
  const [kind = '', userId = '', signature = '', ...rest] = code.split('.')
  if (!isMailKind(kind) || !/^\d{1,18}$/.test(userId) || rest.length > 0) return null
  const actual = Buffer.from(signature)
  const expected = Buffer.from(await sign(ctx, userId, kind))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
    ? { userId, kind }
    : null
}

export async function disableMails(tx: Tx, userId: string, kind: MailKind) {
  await tx.update(users).set(columns[kind]).where(eq(users.id, userId))
}

function isMailKind(text: string): text is MailKind {
  return Object.hasOwn(columns, text)
}

async function sign(ctx: Context, userId: string, kind: MailKind) {
  const key = await ctx.deriveKey('unsubscribe')
  return createHmac('sha256', key).update(`${kind}.${userId}`).digest('base64url')
}
