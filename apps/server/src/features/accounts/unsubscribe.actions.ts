import { generalSettings } from '@stoa/contract/settings/site'
import { eq } from 'drizzle-orm'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { siteKey } from '../../kernel/site-key.ts'
import type { Tx } from '../../kernel/transact.ts'
import { users } from '../users/users.table.ts'

/** The kinds of mail a person can turn off, and where that is kept. */
const columns = {
  inbox: { mailsInbox: false },
  all_questions: { mailsAllQuestions: false },
  followed_tags: { mailsFollowedTags: false },
} as const

export type MailKind = keyof typeof columns

/**
 * The address that turns one kind of mail off for one person. It may be opened years later, so nothing is stored
 * for it: a signature says that this site wrote it, and it is good for nothing else.
 */
export async function unsubscribeUrl(ctx: Context, userId: string, kind: MailKind) {
  const code = `${kind}.${userId}.${await sign(ctx, userId, kind)}`
  return `${ctx.settings.get(generalSettings).site_url}/users/unsubscribe?code=${code}`
}

/** Who wants no more of which mail; null for a code that this site never wrote. */
export async function readUnsubscribeCode(ctx: Context, code: string) {
  const [kind = '', userId = '', signature = '', ...rest] = code.split('.')
  if (!isMailKind(kind) || !/^\d{1,18}$/.test(userId) || rest.length > 0) return null
  const given = Buffer.from(signature)
  const right = Buffer.from(await sign(ctx, userId, kind))
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, kind } : null
}

export async function turnOffMails(tx: Tx, userId: string, kind: MailKind) {
  await tx.update(users).set(columns[kind]).where(eq(users.id, userId))
}

function isMailKind(text: string): text is MailKind {
  return Object.hasOwn(columns, text)
}

async function sign(ctx: Context, userId: string, kind: MailKind) {
  const key = await siteKey(ctx, 'unsubscribe')
  return createHmac('sha256', key).update(`${kind}.${userId}`).digest('base64url')
}
