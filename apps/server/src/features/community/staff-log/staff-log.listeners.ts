import { questionStatuses } from '@stoa/contract/features/questions'
import { reasonCatalog } from '@stoa/contract/features/reasons'
import type { StaffAction, StaffLogValues } from '@stoa/contract/features/staff-log'
import { typeOfId } from '@stoa/contract/ids'
import { desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { within } from '../../../kernel/events.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { closings } from '../../../schema/closings.ts'
import { flagCases } from '../../../schema/flags.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { users } from '../../../schema/users.ts'
import { postTraces, waves } from '../../../schema/waves.ts'
import { recordStaffAction, siteActorId } from './staff-log.actions.ts'

export const staffLogListeners = [
  within('question.closed', async (tx, { questionId, userId }) => {
    const { message, ...closing } = await findClosing(tx, questionId)
    await recordContent(
      tx,
      'close',
      { objectId: questionId, actorId: userId },
      {
        reason: message,
        before: { status: 'open' },
        after: { status: 'closed', ...closing },
      },
    )
  }),
  within('question.reopened', async (tx, { questionId, userId }) => {
    const { message: _, ...closing } = await findClosing(tx, questionId)
    await recordContent(
      tx,
      'reopen',
      { objectId: questionId, actorId: userId },
      {
        before: { status: 'closed', ...closing },
        after: { status: 'open' },
      },
    )
  }),
  within('question.pinned', (tx, { questionId, userId }) =>
    recordContent(tx, 'pin', { objectId: questionId, actorId: userId }, toggle('pinned', true)),
  ),
  within('question.unpinned', (tx, { questionId, userId }) =>
    recordContent(tx, 'unpin', { objectId: questionId, actorId: userId }, toggle('pinned', false)),
  ),
  within('question.listed', (tx, { questionId, userId }) =>
    recordContent(tx, 'list', { objectId: questionId, actorId: userId }, toggle('listed', true)),
  ),
  within('question.unlisted', (tx, { questionId, userId }) =>
    recordContent(tx, 'unlist', { objectId: questionId, actorId: userId }, toggle('listed', false)),
  ),
  within('question.protected', (tx, { questionId, userId }) =>
    recordContent(
      tx,
      'protect',
      { objectId: questionId, actorId: userId },
      toggle('protected', true),
    ),
  ),
  within('question.unprotected', (tx, { questionId, userId }) =>
    recordContent(
      tx,
      'unprotect',
      { objectId: questionId, actorId: userId },
      toggle('protected', false),
    ),
  ),
  within('question.locked', (tx, { questionId, userId }) =>
    recordContent(tx, 'lock', { objectId: questionId, actorId: userId }, toggle('locked', true)),
  ),
  within('question.unlocked', (tx, { questionId, userId }) =>
    recordContent(tx, 'unlock', { objectId: questionId, actorId: userId }, toggle('locked', false)),
  ),
  within('answer.locked', (tx, { answerId, userId }) =>
    recordContent(tx, 'lock', { objectId: answerId, actorId: userId }, toggle('locked', true)),
  ),
  within('answer.unlocked', (tx, { answerId, userId }) =>
    recordContent(tx, 'unlock', { objectId: answerId, actorId: userId }, toggle('locked', false)),
  ),
  within('question.deleted', (tx, { questionId, ...event }) =>
    recordDeletion(tx, 'delete', questionId, event),
  ),
  within('question.recovered', (tx, { questionId, ...event }) =>
    recordDeletion(tx, 'undelete', questionId, event),
  ),
  within('answer.deleted', (tx, { answerId, ...event }) =>
    recordDeletion(tx, 'delete', answerId, event),
  ),
  within('answer.recovered', (tx, { answerId, ...event }) =>
    recordDeletion(tx, 'undelete', answerId, event),
  ),
  within('comment.deleted', (tx, { commentId, ...event }) =>
    recordDeletion(tx, 'delete', commentId, event),
  ),
  within('comment.recovered', (tx, { commentId, ...event }) =>
    recordDeletion(tx, 'undelete', commentId, event),
  ),
  // Only staff edit the comments of others.
  within('comment.edited', async (tx, { commentId, authorId, userId }) => {
    if (userId === authorId) return
    const edit = await findEdit(tx, commentId)
    await recordContent(tx, 'edit', { objectId: commentId, actorId: userId }, edit)
  }),
  within('flag_case.decided', async (tx, { caseId, objectId, userId }) => {
    const [found] = await tx
      .select({ operation: flagCases.operation })
      .from(flagCases)
      .where(eq(flagCases.id, caseId))
    const { operation } = requireRow(found)
    await recordContent(
      tx,
      'decide_flags',
      { objectId: objectId, actorId: userId },
      {
        before: { case: caseId },
        after: { case: caseId, operation },
      },
    )
  }),
  within('flag_case.reopened', (tx, { caseId, objectId, userId }) =>
    recordContent(
      tx,
      'reopen_flags',
      { objectId, actorId: userId },
      { before: { case: caseId }, after: { case: caseId } },
    ),
  ),
  within('votes.serial_reversed', async (tx, { userId, authorId, count }) => {
    const [author] = await tx
      .select({ username: users.username })
      .from(users)
      .where(eq(users.id, authorId))
    await recordStaffAction(tx, {
      actorId: siteActorId,
      action: 'reverse_votes',
      objectType: 'user',
      objectId: userId,
      userId,
      before: { votes: count },
      after: { votes: 0, author: author?.username ?? authorId },
    })
  }),
  within('held_post.decided', (tx, { objectId, userId, outcome }) =>
    recordContent(
      tx,
      outcome === 'approved' ? 'approve_post' : 'reject_post',
      { objectId, actorId: userId },
      { before: { status: 'pending' }, after: { status: outcome } },
    ),
  ),
]

type Change = { reason?: string; before?: StaffLogValues; after?: StaffLogValues }

function toggle(name: string, isOn: boolean): Change {
  return { before: { [name]: !isOn }, after: { [name]: isOn } }
}

async function recordContent(
  tx: Tx,
  action: StaffAction,
  { objectId, actorId, content }: { objectId: string; actorId: string; content?: Content },
  change: Change,
) {
  const { objectType, authorId } = content ?? (await findContent(tx, objectId))
  await recordStaffAction(tx, {
    actorId,
    action,
    objectType,
    objectId,
    userId: authorId,
    ...change,
  })
}

/** Only staff delete and restore the content of others. */
async function recordDeletion(
  tx: Tx,
  action: 'delete' | 'undelete',
  objectId: string,
  { authorId, userId: actorId }: { authorId: string; userId: string },
) {
  if (actorId === authorId) return
  const content = await findContent(tx, objectId)
  if (content.waveRemover === actorId) return
  const { status, statusBefore } = content
  const previous = action === 'delete' ? (statusBefore ?? questionStatuses.open) : status
  const [deleted, other] = [{ status: 'deleted' }, { status: nameOfStatus(previous) }]
  const change =
    action === 'delete' ? { before: other, after: deleted } : { before: deleted, after: other }
  await recordContent(tx, action, { objectId, actorId, content }, change)
}

function nameOfStatus(status: number) {
  const names = Object.keys(questionStatuses) as (keyof typeof questionStatuses)[]
  return names.find((name) => questionStatuses[name] === status) ?? String(status)
}

type Content = Awaited<ReturnType<typeof findContent>>

async function findContent(tx: Tx, objectId: string) {
  const kind = typeOfId(objectId)
  if (kind === null) return asUser(objectId)
  const objectType: 'question' | 'answer' | 'comment' =
    kind === 'answer' || kind === 'comment' ? kind : 'question'
  const table = { question: questions, answer: answers, comment: comments }[objectType]
  const statusBefore = 'statusBefore' in table ? table.statusBefore : sql<null>`null`
  const [found] = await tx
    .select({ authorId: table.userId, status: table.status, statusBefore, waveRemover })
    .from(table)
    .leftJoin(postTraces, eq(postTraces.objectId, table.id))
    .leftJoin(waves, eq(waves.id, postTraces.waveId))
    .where(eq(table.id, objectId))
  return { ...requireRow(found), objectType }
}

/**
 * Who is removing or restoring the spam wave of the content, which has one entry for all posts. The job marks each post before
 * it deletes it, and unmarks it after restoring it.
 */
const waveRemover = sql<string | null>`case when ${postTraces.removedAt} is not null
  and ${waves.state} in ('removing', 'restoring') then ${waves.decidedBy}::text end`

/** Users have ids of another form. */
function asUser(id: string) {
  const objectType = 'user' as const
  return { authorId: id, objectType, status: 0, statusBefore: null, waveRemover: null }
}

async function findEdit(tx: Tx, commentId: string): Promise<Change> {
  const [edited, previous] = await tx
    .select({ text: revisions.originalText })
    .from(revisions)
    .where(eq(revisions.objectId, commentId))
    .orderBy(desc(revisions.version))
    .limit(2)
  return { before: previous ?? {}, after: edited ?? {} }
}

/** The newest closing. A question that was closed by other means has none. */
async function findClosing(tx: Tx, questionId: string) {
  const [closing] = await tx
    .select()
    .from(closings)
    .where(eq(closings.questionId, questionId))
    .orderBy(desc(closings.id))
    .limit(1)
  if (closing === undefined) return { message: '' }
  const { message, reason, duplicateOfId } = closing
  return {
    message,
    reason: reasonCatalog[reason].name,
    ...(duplicateOfId === null ? {} : { duplicate_of: duplicateOfId }),
  }
}
