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
import { listExternalLinks } from '../shared/external-links.rules.ts'
import { findHoldReasons, hasHoldRules } from './holding.rules.ts'
import { isNewUser, maxNewReputation } from './spam.rules.ts'
import { type ScoredTrace, scoreNewContent } from './traces.actions.ts'

/** What a request says about who sent it. `isTrapped`: a program filled in the field that users do not see. */
export type Sender = Pick<Caller, 'ip' | 'userAgent' | 'locale'> & { isTrapped?: boolean }

/** `homepage` is the honeypot. */
export function senderOf(
  caller: Caller,
  { homepage = '' }: { homepage?: string | undefined },
): Sender {
  return { ...caller, isTrapped: homepage !== '' }
}

/** Why content waits for a moderator. */
export type Hold = { reasons: HoldReason[]; reviewer: string; note: string }

/** `trace`: what later content is compared with; null for established members. */
export type Review = { hold: Hold | null; trace: ScoredTrace | null }

type WrittenContent = Pick<ReviewedContent, 'objectType' | 'title' | 'text' | 'html' | 'tags'>

const dayMs = 24 * 3_600_000
const reviewerTimeoutMs = 2000

const notReviewed: Review = { hold: null, trace: null }

/**
 * Asks the rules of the site, then the reviewers of plugins, whether new content is held. Content of new users is compared with
 * that of others. Without a sender, the content is not reviewed. Call it after rendering and before locking, and `saveTrace` when
 * the content is saved.
 */
export async function reviewContent(
  tx: Tx,
  actor: Actor,
  sender: Sender | null,
  written: WrittenContent,
): Promise<Review> {
  if (sender === null || isStaff(actor)) return notReviewed
  const settings = tx.ctx.settings.get(moderationSettings)
  const isScored = settings.spam_scoring && actor.reputation < maxNewReputation
  const hasRules = hasHoldRules(settings) || tx.ctx.reviewers.length > 0
  if (!isScored && !hasRules) return notReviewed
  const account = actor.account ?? (await getAccount(tx, actor.id))
  const content = describeContent(tx, actor, sender, { written, account })
  const trace = isScored ? await scoreAuthor(tx, content, { account, sender }) : null
  const reasons = await findReasons(tx, content, account)
  if (trace !== null && trace.score >= settings.spam_threshold) reasons.push('spam')
  if (reasons.length > 0) return { hold: { reasons, reviewer: '', note: '' }, trace }
  return { hold: await askReviewers(tx, content), trace }
}

/** Null for established members. */
async function scoreAuthor(
  tx: Tx,
  content: ReviewedContent,
  { account, sender }: { account: Account; sender: Sender },
) {
  const { id: userId, reputation } = content.author
  if (!isNewUser({ ...account, reputation }, tx.now)) return null
  const { createdAt } = account
  const author = { userId, createdAt, isTrapped: sender.isTrapped ?? false }
  return await scoreNewContent(tx, { ...content, author })
}

type Account = Awaited<ReturnType<typeof getAccount>>

function describeContent(
  tx: Tx,
  actor: Actor,
  sender: Sender,
  { written, account }: { written: WrittenContent; account: Account },
): ReviewedContent {
  const siteUrl = tx.ctx.settings.get(generalSettings).site_url
  return {
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
}

async function findReasons(tx: Tx, content: ReviewedContent, account: Account) {
  const settings = tx.ctx.settings.get(moderationSettings)
  const missing = settings.hold_first_posts - account.questionCount - account.answerCount
  const approvedComments = missing > 0 ? await countComments(tx, account.id, missing) : 0
  return findHoldReasons(content, { email: account.email, approvedComments }, settings)
}

async function askReviewers(tx: Tx, content: ReviewedContent): Promise<Hold | null> {
  for (const reviewer of tx.ctx.reviewers) {
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
