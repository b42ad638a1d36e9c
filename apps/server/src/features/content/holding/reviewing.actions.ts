import { roles } from '@stoa/contract/access'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import { generalSettings } from '@stoa/contract/settings/site'
import type { ReviewedContent, Reviewer, ReviewResult } from '@stoa/plugin-kit/reviewer'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Caller } from '../../../kernel/route.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import type { HoldReason } from '../../../schema/held-posts.ts'
import { comments } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { findHoldReasons, hasHoldRules, listExternalLinks } from './holding.rules.ts'

/** What a request says about who sent it. */
export type Sender = Pick<Caller, 'ip' | 'userAgent' | 'locale'>

/** Why content waits for a moderator. */
export type Hold = { reasons: HoldReason[]; reviewer: string; note: string }

type WrittenContent = Pick<ReviewedContent, 'objectType' | 'title' | 'text' | 'html' | 'tags'>

const dayMs = 24 * 3_600_000
const reviewerTimeoutMs = 2000

/**
 * Asks the rules of the site, then the reviewers of plugins, whether new content is held. Null publishes it at once.
 * Without a sender, the content is not reviewed. Call it after rendering and before locking.
 */
export async function reviewContent(
  tx: Tx,
  actor: Actor,
  sender: Sender | null,
  written: WrittenContent,
): Promise<Hold | null> {
  if (sender === null || isStaff(actor)) return null
  const { reviewers } = tx.ctx
  const settings = tx.ctx.settings.get(moderationSettings)
  if (!hasHoldRules(settings) && reviewers.length === 0) return null
  const account = actor.account ?? (await getAccount(tx, actor.id))
  const siteUrl = tx.ctx.settings.get(generalSettings).site_url
  const content: ReviewedContent = {
    ...written,
    change: 'new',
    links: listExternalLinks(written.html, siteUrl),
    author: {
      id: actor.id,
      role: roleNames[actor.roleId],
      reputation: actor.reputation,
      ageInDays: Math.floor((tx.now.getTime() - account.createdAt.getTime()) / dayMs),
      approvedQuestions: account.questionCount,
      approvedAnswers: account.answerCount,
    },
    language: sender.locale,
    ip: sender.ip,
    userAgent: sender.userAgent,
  }
  const missing = settings.hold_first_posts - account.questionCount - account.answerCount
  const approvedComments = missing > 0 ? await countComments(tx, actor.id, missing) : 0
  const reasons = findHoldReasons(content, { email: account.email, approvedComments }, settings)
  if (reasons.length > 0) return { reasons, reviewer: '', note: '' }
  for (const reviewer of reviewers) {
    const result = await askReviewer(tx, reviewer, content)
    if (result.verdict === 'reject') fail('content.rejected')
    if (result.verdict === 'hold') {
      const note = result.reason.slice(0, 500)
      return { reasons: ['reviewer'], reviewer: reviewer.name.slice(0, 100), note }
    }
  }
  return null
}

const roleNames = {
  [roles.user]: 'user',
  [roles.moderator]: 'moderator',
  [roles.admin]: 'admin',
} as const

async function getAccount(tx: Tx, userId: string) {
  const [account] = await tx.select().from(users).where(eq(users.id, userId))
  return requireRow(account)
}

/** Published comments of a user, up to the number that matters. */
async function countComments(tx: Tx, userId: string, max: number) {
  const published = tx
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.userId, userId), sql`${comments.status} = 1`))
    .limit(max)
    .as('published')
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(published)
  return requireRow(row).count
}

async function askReviewer(tx: Tx, reviewer: Reviewer, content: ReviewedContent) {
  const { log } = tx.ctx
  const { objectType, title, text } = content
  const key = JSON.stringify(['review', reviewer.name, objectType, title, text])
  return await tx.runOutside(key, async (): Promise<ReviewResult> => {
    try {
      return await withTimeout(reviewer, content)
    } catch (error) {
      log.error({ err: error, reviewer: reviewer.name }, 'reviewer failed, content approved')
      return { verdict: 'approve' }
    }
  })
}

async function withTimeout(reviewer: Reviewer, content: ReviewedContent): Promise<ReviewResult> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('reviewer timed out')), reviewerTimeoutMs)
  try {
    return await Promise.race([reviewer.review(content), timeout])
  } finally {
    clearTimeout(timer)
  }
}
