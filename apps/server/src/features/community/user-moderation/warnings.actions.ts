import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { userNotes, userWarnings } from '../../../schema/user-moderation.ts'
import { users } from '../../../schema/users.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'
import { lockUser } from './users.actions.ts'

export async function warnUser(tx: Tx, actor: Actor, input: { user_id: string; message: string }) {
  const { user_id: userId, message } = input
  await lockUser(tx, actor, userId, 'moderate')
  const [created] = await tx
    .insert(userWarnings)
    .values({ userId, authorId: actor.id, message, createdAt: tx.now })
    .returning({ id: userWarnings.id })
  await tx.update(users).set({ hasWarning: true }).where(eq(users.id, userId))
  const warningId = requireRow(created).id
  await recordStaffAction(tx, {
    actorId: actor.id,
    action: 'warn',
    objectType: 'user',
    objectId: userId,
    userId,
    reason: message,
  })
  await tx.emit('user.warned', { userId, byId: actor.id, warningId })
  return warningId
}

/** For a warning that was sent by mistake. Idempotent. */
export async function withdrawWarning(tx: Tx, actor: Actor, warningId: string) {
  const [found] = await tx.select().from(userWarnings).where(eq(userWarnings.id, warningId))
  if (found === undefined) return
  const { userId } = found
  await lockUser(tx, actor, userId, 'moderate')
  await tx.delete(userWarnings).where(eq(userWarnings.id, warningId))
  await updateHasWarning(tx, userId)
  await recordStaffAction(tx, {
    actorId: actor.id,
    action: 'withdraw_warning',
    objectType: 'user',
    objectId: userId,
    userId,
    before: { warning: warningId },
  })
  await tx.emit('user.warning_withdrawn', { userId, byId: actor.id, warningId })
}

async function updateHasWarning(tx: Tx, userId: string) {
  const unread = tx
    .select({ one: sql`1` })
    .from(userWarnings)
    .where(and(eq(userWarnings.userId, userId), isNull(userWarnings.acknowledgedAt)))
  await tx
    .update(users)
    .set({ hasWarning: sql`exists (${unread})` })
    .where(eq(users.id, userId))
}

/** Idempotent. The lock on the user serializes it with a new warning. */
export async function acknowledgeWarning(tx: Tx, actor: Actor, warningId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('no key update')
  const isOwn = and(eq(userWarnings.id, warningId), eq(userWarnings.userId, actor.id))
  const [found] = await tx.select().from(userWarnings).where(isOwn)
  if (found === undefined) fail('object.not_found')
  if (found.acknowledgedAt !== null) return
  await tx.update(userWarnings).set({ acknowledgedAt: tx.now }).where(isOwn)
  await updateHasWarning(tx, actor.id)
  await tx.emit('user.warning_acknowledged', { userId: actor.id, warningId })
}

/** Staff may write notes about other staff, who can read them. */
export async function addNote(tx: Tx, actor: Actor, input: { user_id: string; note: string }) {
  const { user_id: userId, note } = input
  if (userId === actor.id) fail('user.oneself')
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (user === undefined || user.status === 'deleted') fail('user.not_found')
  const [created] = await tx
    .insert(userNotes)
    .values({ userId, authorId: actor.id, note, createdAt: tx.now })
    .returning({ id: userNotes.id })
  const noteId = requireRow(created).id
  await recordNote(tx, 'note', { actorId: actor.id, userId, noteId })
  await tx.emit('user.note_added', { userId, byId: actor.id, noteId })
}

export async function deleteNote(tx: Tx, actor: Actor, noteId: string) {
  const [deleted] = await tx
    .delete(userNotes)
    .where(and(eq(userNotes.id, noteId), eq(userNotes.authorId, actor.id)))
    .returning({ userId: userNotes.userId })
  if (deleted === undefined) fail('object.not_found')
  const { userId } = deleted
  await recordNote(tx, 'delete_note', { actorId: actor.id, userId, noteId })
  await tx.emit('user.note_deleted', { userId, byId: actor.id, noteId })
}

/** Without the text: notes are deleted with the account, entries of the log are not. */
async function recordNote(
  tx: Tx,
  action: 'note' | 'delete_note',
  { actorId, userId, noteId }: { actorId: string; userId: string; noteId: string },
) {
  const change = action === 'note' ? { after: { note: noteId } } : { before: { note: noteId } }
  await recordStaffAction(tx, {
    actorId,
    action,
    objectType: 'user',
    objectId: userId,
    userId,
    ...change,
  })
}
