import { generalSettings } from '@stoa/contract/settings/site'
import { uploadsPath } from '@stoa/contract/features/uploads'
import { asc, desc, eq, or, sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { getAccount } from '../accounts/accounts.queries.ts'
import { sessions } from '../accounts/accounts.table.ts'
import { activities } from '../activity/activity.table.ts'
import { drafts } from '../drafts/drafts.table.ts'
import { invites } from '../invites/invites.table.ts'
import { mailLog } from '../mail/mail.table.ts'
import { answers, questions, questionTags } from '../posts/posts.table.ts'
import { revisions } from '../posts/revisions.table.ts'
import { reputationEntries } from '../reputation/reputation.table.ts'
import { passkeys, totpSecrets } from '../second-factor/second-factor.table.ts'
import { tags } from '../posts/tags.table.ts'
import { uploads, uploadUses } from '../posts/uploads.table.ts'
import { exportActs } from './acts.queries.ts'

/** Everything kept about a person that is theirs to know, in words a person can read. Secrets are named, not shown. */
export async function exportPerson(ctx: Context, userId: string) {
  const { db } = ctx
  const { passwordHash, bioHtml: _, ...account } = await getAccount(db, userId)
  const { name, site_url } = ctx.settings.get(generalSettings)
  return {
    site: { name, url: site_url },
    exportedAt: ctx.clock.now(),
    account: { ...account, hasPassword: passwordHash !== null },
    sessions: await sessionsOf(db, userId),
    secondFactors: await secondFactorsOf(db, userId),
    uploads: await uploadsOf(db, userId),
    mails: await mailsTo(db, account.email),
    questions: await questionsOf(db, userId),
    answers: await answersOf(db, userId),
    versions: await versionsOf(db, userId),
    drafts: await draftsOf(db, userId),
    invitations: await invitationsOf(db, userId),
    ...(await exportActs(db, userId)),
    activities: await activitiesOf(db, userId),
    reputation: await reputationOf(db, userId),
  }
}

async function sessionsOf(db: Db, userId: string) {
  return await db
    .select({
      startedAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      address: sessions.address,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt))
}

async function secondFactorsOf(db: Db, userId: string) {
  const [app] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
  const keys = await db
    .select({
      name: passkeys.name,
      addedAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  return { authenticatorAppSince: app?.confirmedAt ?? null, passkeys: keys }
}

async function uploadsOf(db: Db, userId: string) {
  return await db
    .select({
      address: sql<string>`${uploadsPath} || ${uploads.key}`,
      name: uploads.name,
      purpose: uploads.source,
      mediaType: uploads.mediaType,
      bytes: uploads.bytes,
      sentAt: uploads.createdAt,
      usedIn: sql<string[]>`array(select ${uploadUses.objectId}::text from ${uploadUses}
        where ${uploadUses.uploadId} = ${uploads}.id order by ${uploadUses.objectId})`,
    })
    .from(uploads)
    .where(eq(uploads.userId, userId))
    .orderBy(asc(uploads.id))
}

async function mailsTo(db: Db, address: string | null) {
  if (address === null) return []
  return await db
    .select({
      kind: mailLog.kind,
      subject: mailLog.subject,
      status: mailLog.status,
      at: mailLog.createdAt,
    })
    .from(mailLog)
    .where(eq(mailLog.recipient, address))
    .orderBy(asc(mailLog.id))
}

async function questionsOf(db: Db, userId: string) {
  return await db
    .select({
      id: questions.id,
      title: questions.title,
      text: questions.originalText,
      tags: sql<string[]>`array(select ${tags.slugName} from ${questionTags}
        join ${tags} on ${tags.id} = ${questionTags.tagId}
        where ${questionTags.questionId} = ${questions}.id order by ${questionTags.position})`,
      status: questions.status,
      askedAt: questions.createdAt,
      editedAt: questions.editedAt,
    })
    .from(questions)
    .where(eq(questions.userId, userId))
    .orderBy(asc(questions.createdAt), asc(questions.id))
}

async function answersOf(db: Db, userId: string) {
  return await db
    .select({
      id: answers.id,
      questionId: answers.questionId,
      text: answers.originalText,
      status: answers.status,
      answeredAt: answers.createdAt,
      editedAt: answers.editedAt,
    })
    .from(answers)
    .where(eq(answers.userId, userId))
    .orderBy(asc(answers.id))
}

/** Everything the person has written in a post, of their own or of others. */
async function versionsOf(db: Db, userId: string) {
  return await db
    .select({
      objectId: revisions.objectId,
      version: revisions.version,
      title: revisions.title,
      text: revisions.originalText,
      tags: revisions.tags,
      summary: revisions.summary,
      at: revisions.createdAt,
    })
    .from(revisions)
    .where(eq(revisions.userId, userId))
    .orderBy(asc(revisions.id))
}

async function draftsOf(db: Db, userId: string) {
  return await db
    .select({
      kind: drafts.kind,
      objectId: drafts.objectId,
      title: drafts.title,
      text: drafts.content,
      tags: drafts.tags,
      answer: drafts.answerContent,
      summary: drafts.editSummary,
      savedAt: drafts.savedAt,
    })
    .from(drafts)
    .where(eq(drafts.userId, userId))
    .orderBy(asc(drafts.savedAt), asc(drafts.objectId))
}

async function invitationsOf(db: Db, userId: string) {
  return await db
    .select({
      questionId: invites.questionId,
      isReceived: sql<boolean>`${invites.userId} = ${userId}`,
      at: invites.createdAt,
    })
    .from(invites)
    .where(or(eq(invites.userId, userId), eq(invites.invitedBy, userId)))
    .orderBy(asc(invites.createdAt), asc(invites.questionId))
}

async function activitiesOf(db: Db, userId: string) {
  return await db
    .select({ kind: activities.kind, postId: activities.objectId, at: activities.createdAt })
    .from(activities)
    .where(eq(activities.userId, userId))
    .orderBy(asc(activities.id))
}

async function reputationOf(db: Db, userId: string) {
  return await db
    .select({
      kind: reputationEntries.kind,
      change: reputationEntries.change,
      points: reputationEntries.points,
      postId: reputationEntries.objectId,
      at: reputationEntries.createdAt,
    })
    .from(reputationEntries)
    .where(eq(reputationEntries.userId, userId))
    .orderBy(asc(reputationEntries.id))
}
