import { typeOfId } from '@stoa/contract/ids'
import { mailDeliverySettings } from '@stoa/contract/settings/mails'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { dueMails } from '../../../schema/mails.ts'
import { sendMail } from '../../site/mail/mail.actions.ts'
import { isReading } from '../live/presence.queries.ts'
import { type Claim, claimDue } from './claims.actions.ts'
import { composeMail } from './composing.ts'
import type { News } from './heads.ts'
import { listEventItems } from './items.queries.ts'
import {
  isAddressRejected,
  isDigest,
  isOfReceiver,
  limitQuestions,
  planDue,
} from './mails.rules.ts'
import { findQuestions } from './new-questions.queries.ts'
import { findReceiver, type Receiver } from './receivers.queries.ts'
import { type Delivery, type Failed, postpone, retryLater, settle } from './settling.actions.ts'
import { hashAddress, stopMails } from './stopping.actions.ts'
import { nextMailTime } from './times.rules.ts'

/** The job runs every minute. */
const maxRunMs = 50_000
/** A user with more open rows gets another mail. */
const maxRows = 500
/** How often the mail asks again whether the user still has the page open, and for how long. */
const presenceMinutes = 5
const maxPresenceMinutes = 60
/** About a day in total. */
const maxFailures = 12

/** Sends what is due, until nothing is or the limit of the minute is reached. */
export async function sendDueMails(ctx: Context) {
  if (!ctx.mailer.isConfigured()) return
  const startedAt = performance.now()
  while (performance.now() - startedAt < maxRunMs) {
    const claims = await claimDue(ctx)
    if (claims.length === 0) return
    const results = await Promise.all(claims.map((claim) => deliverSafely(ctx, claim)))
    if (results.includes('unavailable')) return
  }
}

type Result = 'done' | 'unavailable'

/** A mail that cannot be composed must not keep others from being sent. */
async function deliverSafely(ctx: Context, claim: Claim): Promise<Result> {
  try {
    return await deliver(ctx, claim)
  } catch (error) {
    ctx.log.error({ err: error, userId: claim.userId }, 'preparing a mail failed')
    await retryOrDrop(ctx, claim, { subjectIds: [], deliveryId: null })
    return 'done'
  }
}

/** Everything is checked again: much may have happened since the mail was queued. */
async function deliver(ctx: Context, claim: Claim): Promise<Result> {
  const now = ctx.clock.now()
  const receiver = await findReceiver(ctx.primary, claim.userId, { now, settings: ctx.settings })
  const rows = await listOpenRows(ctx, claim)
  if (receiver === null) return await drop(ctx, claim, rows)
  const sendAt = nextMailTime(claim.frequency, { ...claim, now }, receiver.timing)
  if (sendAt > now) {
    await transact(ctx, (tx) => postpone(tx, claim, sendAt))
    return 'done'
  }
  const plan = planDue(rows, {
    frequency: claim.frequency,
    choices: receiver.choices,
    isOverLimit: isOverLimit(ctx, claim, receiver),
  })
  const readAt = ctx.clock.now()
  const news = await readNews(ctx, { ...claim, until: readAt }, receiver, plan.sent)
  if (await isOnThePage(ctx, claim, news)) {
    const dueAt = new Date(now.getTime() + presenceMinutes * 60_000)
    await transact(ctx, (tx) => postpone(tx, claim, dueAt))
    return 'done'
  }
  const delivery = toDelivery(news)
  const mail = delivery === null ? null : await composeMail(ctx, claim, receiver, news)
  const { sent, dropped, moved } = plan
  const settlement = { settled: [...sent, ...dropped], moved, delivery, readAt, receiver }
  const settled = await transact(ctx, (tx) => settle(tx, claim, settlement))
  if (settled === null || mail === null) return 'done'
  const kind = isDigest(claim.frequency) ? 'digest' : 'notification'
  try {
    await sendMail(ctx, { kind, to: receiver.email, ...mail })
    return 'done'
  } catch (error) {
    return await handleFailure(ctx, { ...settled, claim, receiver, subjectIds: plan.sent, error })
  }
}

/** Whoever has the page open sees it there. A browser that is left open delays mails, but not forever. */
async function isOnThePage(ctx: Context, { userId, frequency, since }: Claim, { events }: News) {
  const waitedMs = ctx.clock.now().getTime() - since.getTime()
  if (frequency !== 'immediate' || waitedMs > maxPresenceMinutes * 60_000) return false
  const questionIds = events.flatMap(({ questionId }) => questionId ?? [])
  return await isReading(ctx, userId, [...new Set(questionIds)])
}

/** What the mail says: only what the receiver may still see, and has not seen on the site. */
async function readNews(
  ctx: Context,
  claim: Claim & { until: Date },
  receiver: Receiver,
  sent: readonly string[],
): Promise<News> {
  const { viewer, questionsLeft } = receiver
  const isSent = ({ subjectId }: { subjectId: string }) => sent.includes(subjectId)
  const events = await listEventItems(ctx.primary, { viewer, frequency: claim.frequency })
  const found = await findQuestions(ctx.primary, claim, receiver, sent.filter(isObjectId))
  return { events: events.filter(isSent), ...limitQuestions(found, questionsLeft) }
}

/** Questions have the id of an object; events do not. */
const isObjectId = (id: string) => typeOfId(id) !== null

function toDelivery({ events, questions }: News): Delivery | null {
  const items = events.length + questions.length
  const ofAll = questions.filter(({ mail }) => mail === 'all_questions')
  return items === 0 ? null : { items, questions: ofAll.length }
}

async function drop(ctx: Context, claim: Claim, rows: readonly { subjectId: string }[]) {
  const settled = rows.map(({ subjectId }) => subjectId)
  const readAt = ctx.clock.now()
  const settlement = { settled, moved: new Map(), delivery: null, readAt, receiver: null }
  await transact(ctx, (tx) => settle(tx, claim, settlement))
  return 'done' as const
}

function listOpenRows(ctx: Context, { userId, frequency }: Claim) {
  return ctx.primary
    .select({ subjectId: dueMails.subjectId, kind: dueMails.kind })
    .from(dueMails)
    .where(
      and(
        eq(dueMails.userId, userId),
        eq(dueMails.frequency, frequency),
        isNull(dueMails.settledAt),
      ),
    )
    .orderBy(dueMails.subjectId)
    .limit(maxRows)
}

function isOverLimit(ctx: Context, { frequency }: Claim, { mailsToday }: Receiver) {
  return !isDigest(frequency) && mailsToday >= ctx.settings.get(mailDeliverySettings).mails_per_day
}

type Failure = Failed & { claim: Claim; receiver: Receiver; error: unknown }

/** An address that the mail server rejects gets no more mails. Everything else is tried again. */
async function handleFailure(ctx: Context, failure: Failure): Promise<Result> {
  const { claim, receiver, error } = failure
  const { userId } = claim
  if (isAddressRejected(error as object)) {
    const detail = error instanceof Error ? error.message.slice(0, 500) : ''
    const address = hashAddress(receiver.email)
    await transact(ctx, (tx) => stopMails(tx, { userId, address, cause: 'bounce', detail }))
    return 'done'
  }
  await retryOrDrop(ctx, claim, failure)
  return isOfReceiver(error as object) ? 'done' : 'unavailable'
}

async function retryOrDrop(ctx: Context, claim: Claim, failed: Failed) {
  if (claim.failures >= maxFailures) {
    await drop(ctx, claim, await listOpenRows(ctx, claim))
    return
  }
  const waitMs = Math.min(6 * 3_600_000, 60_000 * 2 ** claim.failures)
  const dueAt = new Date(ctx.clock.now().getTime() + waitMs)
  await transact(ctx, (tx) => retryLater(tx, claim, failed, dueAt))
}
