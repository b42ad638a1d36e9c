import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/database.ts'
import { sessions } from '../../../schema/accounts.ts'
import { activities } from '../../../schema/activity.ts'
import { drafts } from '../../../schema/drafts.ts'
import { invites } from '../../../schema/invites.ts'
import { mailLog } from '../../../schema/mail.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { tags } from '../../../schema/tags.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'
import { passkeys, totpSecrets } from '../../../schema/second-factor.ts'
import { contributionLists } from './contributions.queries.ts'
import { type ExportList, defineSmallList, defineTextList, compositeKey } from './export.batches.ts'

/** Lists of any length, in the order of the export. */
export const exportLists: Record<string, ExportList> = {
  sessions: defineSmallList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: sessions.id,
        row: {
          startedAt: sessions.createdAt,
          lastSeenAt: sessions.lastSeenAt,
          address: sessions.address,
          userAgent: sessions.userAgent,
        },
      })
      .from(sessions)
      .where(and(eq(sessions.userId, owner.id), after(sessions.id)))
      .orderBy(order(sessions.id))
      .limit(limit),
  ),
  uploads: defineSmallList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: uploads.id,
        row: {
          address: sql<string>`${uploadsPath} || ${uploads.key}`,
          name: uploads.name,
          purpose: uploads.source,
          mediaType: uploads.mediaType,
          bytes: uploads.bytes,
          sentAt: uploads.createdAt,
          usedIn: sql<string[]>`array(select ${uploadUses.objectId}::text from ${uploadUses}
            where ${uploadUses.uploadId} = ${uploads}.id order by ${uploadUses.objectId})`,
        },
      })
      .from(uploads)
      .where(and(eq(uploads.userId, owner.id), after(uploads.id)))
      .orderBy(order(uploads.id))
      .limit(limit),
  ),
  mails: defineSmallList(async ({ db, owner, after, order, limit }) => {
    if (owner.email === null) return []
    return await db
      .select({
        key: mailLog.id,
        row: {
          kind: mailLog.kind,
          subject: mailLog.subject,
          status: mailLog.status,
          at: mailLog.createdAt,
        },
      })
      .from(mailLog)
      .where(and(eq(mailLog.recipient, owner.email), after(mailLog.id)))
      .orderBy(order(mailLog.id))
      .limit(limit)
  }),
  questions: defineTextList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: questions.id,
        row: {
          id: questions.id,
          title: questions.title,
          text: questions.originalText,
          tags: sql<string[]>`array(select ${tags.slugName} from ${questionTags}
            join ${tags} on ${tags.id} = ${questionTags.tagId}
            where ${questionTags.questionId} = ${questions}.id order by ${questionTags.position})`,
          status: questions.status,
          askedAt: questions.createdAt,
          editedAt: questions.editedAt,
        },
      })
      .from(questions)
      .where(and(eq(questions.userId, owner.id), after(questions.id)))
      .orderBy(order(questions.id))
      .limit(limit),
  ),
  answers: defineTextList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: answers.id,
        row: {
          id: answers.id,
          questionId: answers.questionId,
          text: answers.originalText,
          status: answers.status,
          answeredAt: answers.createdAt,
          editedAt: answers.editedAt,
        },
      })
      .from(answers)
      .where(and(eq(answers.userId, owner.id), after(answers.id)))
      .orderBy(order(answers.id))
      .limit(limit),
  ),
  /** Includes edits of other users' posts. */
  versions: defineTextList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: revisions.id,
        row: {
          objectId: revisions.objectId,
          version: revisions.version,
          title: revisions.title,
          text: revisions.originalText,
          tags: revisions.tags,
          summary: revisions.summary,
          at: revisions.createdAt,
        },
      })
      .from(revisions)
      .where(and(eq(revisions.userId, owner.id), after(revisions.id)))
      .orderBy(order(revisions.id))
      .limit(limit),
  ),
  drafts: defineTextList(({ db, owner, after, order, limit }) => {
    const key = compositeKey(drafts.kind, drafts.objectId)
    return db
      .select({
        key,
        row: {
          kind: drafts.kind,
          objectId: drafts.objectId,
          title: drafts.title,
          text: drafts.content,
          tags: drafts.tags,
          answer: drafts.answerContent,
          summary: drafts.editSummary,
          savedAt: drafts.savedAt,
        },
      })
      .from(drafts)
      .where(and(eq(drafts.userId, owner.id), after(key)))
      .orderBy(order(key))
      .limit(limit)
  }),
  invitations: defineSmallList(({ db, owner, after, order, limit }) => {
    const key = compositeKey(invites.questionId, invites.userId)
    return db
      .select({
        key,
        row: {
          questionId: invites.questionId,
          isReceived: sql<boolean>`${invites.userId} = ${owner.id}`,
          at: invites.createdAt,
        },
      })
      .from(invites)
      .where(and(or(eq(invites.userId, owner.id), eq(invites.invitedBy, owner.id)), after(key)))
      .orderBy(order(key))
      .limit(limit)
  }),
  ...contributionLists,
  activities: defineSmallList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: activities.id,
        row: { kind: activities.kind, postId: activities.objectId, at: activities.createdAt },
      })
      .from(activities)
      .where(and(eq(activities.userId, owner.id), after(activities.id)))
      .orderBy(order(activities.id))
      .limit(limit),
  ),
}

/** Needs no batches: the number of passkeys is limited. */
export async function getSecondFactors(db: Db, userId: string) {
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
