import { type NewsKind, newsKinds } from '@stoa/contract/features/mails'
import { generalSettings } from '@stoa/contract/settings/site'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, Tx } from '../../../kernel/context.ts'
import { follows } from '../../../schema/follows.ts'
import { notificationChoices } from '../../../schema/mails.ts'
import { users } from '../../../schema/users.ts'

/** One kind of mail, all kinds that follow the inbox, or all that come as a digest. */
export type UnsubscribeKind = NewsKind | 'inbox' | 'digest'
const unsubscribeKinds: readonly string[] = [...newsKinds, 'inbox', 'digest']

/** A signed link that never expires: it may be opened years later, and nothing is stored for it. */
export async function unsubscribeUrl(ctx: Context, userId: string, kind: UnsubscribeKind) {
  const code = `${kind}.${userId}.${await sign(ctx, userId, kind)}`
  return `${ctx.settings.get(generalSettings).site_url}/users/unsubscribe?code=${code}`
}

/** Returns null when the signature is invalid. */
export async function readUnsubscribeCode(ctx: Context, code: string) {
  const [kind = '', userId = '', signature = '', ...rest] = code.split('.')
  if (!isUnsubscribeKind(kind) || !/^\d{1,18}$/.test(userId) || rest.length > 0) return null
  const actual = Buffer.from(signature)
  const expected = Buffer.from(await sign(ctx, userId, kind))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
    ? { userId, kind }
    : null
}

export async function disableMails(tx: Tx, userId: string, kind: UnsubscribeKind) {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), inArray(users.status, ['normal', 'suspended'])))
    .for('no key update')
  if (user === undefined) return
  await tx.insert(notificationChoices).values({ userId }).onConflictDoNothing()
  if (kind === 'digest') return await disableDigests(tx, userId)
  const column = userColumns[kind]
  if (column !== undefined) {
    await tx.update(users).set(column).where(eq(users.id, userId))
    return
  }
  const chosen = settingsColumns[kind as keyof typeof settingsColumns]
  await tx
    .update(notificationChoices)
    .set({ [chosen]: 'off' })
    .where(eq(notificationChoices.userId, userId))
}

/** Kinds that a column of the user turns off. */
const userColumns: Partial<Record<UnsubscribeKind, Partial<typeof users.$inferInsert>>> = {
  inbox: { mailsInbox: false },
  all_questions: { mailsAllQuestions: false },
  followed_tags: { mailsFollowedTags: false },
}

const settingsColumns = {
  answers: 'answers',
  comments: 'comments',
  changes: 'changes',
  decisions: 'decisions',
  invitations: 'invitations',
  followed_questions: 'followedQuestions',
  followed_users: 'followedUsers',
} as const

async function disableDigests(tx: Tx, userId: string) {
  const isDigest = (column: AnyPgColumn) => sql`${column} in ('daily', 'weekly')`
  const withoutDigest = (column: AnyPgColumn) =>
    sql<'off'>`case when ${isDigest(column)} then 'off' else ${column} end`
  const changes = Object.fromEntries(
    Object.values(settingsColumns).map((name) => [name, withoutDigest(notificationChoices[name])]),
  )
  const isOwn = eq(notificationChoices.userId, userId)
  await tx.update(notificationChoices).set(changes).where(isOwn)
  const [chosen] = await tx
    .select({
      tags: sql<boolean>`${isDigest(notificationChoices.followedTags)}`,
      all: sql<boolean>`${isDigest(notificationChoices.allQuestions)}`,
      // Their questions come in the daily digest, whatever is chosen for tags in general.
      someTags: sql<boolean>`exists (select 1 from ${follows}
        where ${follows.userId} = ${userId} and ${follows.level} = 'digest')`,
    })
    .from(notificationChoices)
    .where(isOwn)
  const off = {
    ...(chosen?.tags === true || chosen?.someTags === true ? { mailsFollowedTags: false } : {}),
    ...(chosen?.all === true ? { mailsAllQuestions: false } : {}),
  }
  if (Object.keys(off).length > 0) await tx.update(users).set(off).where(eq(users.id, userId))
}

function isUnsubscribeKind(text: string): text is UnsubscribeKind {
  return unsubscribeKinds.includes(text)
}

async function sign(ctx: Context, userId: string, kind: UnsubscribeKind) {
  const key = await ctx.deriveKey('unsubscribe')
  return createHmac('sha256', key).update(`${kind}.${userId}`).digest('base64url')
}
