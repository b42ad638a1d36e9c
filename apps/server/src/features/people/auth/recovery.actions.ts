import type { Tx } from '../../../kernel/context.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { failField } from '../../../kernel/errors.ts'
import { isUniqueViolation } from '../../../kernel/transact.ts'
import { closeChallengesOf } from './second-factor/challenges.actions.ts'
import { resetGuesses } from './second-factor/guesses.actions.ts'
import { equalsIgnoreCase } from '../users/users.queries.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { prepareActivation } from './accounts.actions.ts'
import { missingUserId } from './accounts.queries.ts'
import { deleteCodes, failExpired, issueCode, lockCodesOf, useCode } from './codes.actions.ts'
import { forgetDevices } from './known-devices.actions.ts'
import { endSessions } from './sessions.actions.ts'

/** Emits the same event for an unknown email, so that response and timing do not reveal whether an account exists. */
export async function requestReset(tx: Tx, email: string) {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(equalsIgnoreCase(users.email, email))
  await tx.emit('account.reset_asked', { userId: user?.id ?? missingUserId })
}

/** Sets the password, ends all sessions and returns the id of the user the code was sent to. */
export async function resetPassword(tx: Tx, code: string, passwordHash: string) {
  const used = await useCode(tx, code, 'reset')
  if (used === null) return failExpired()
  await setPasswordOf(tx, used.userId, passwordHash)
  return used.userId
}

/** Sets the password without the old one. Ends all sessions. */
export async function setPasswordOf(tx: Tx, userId: string, passwordHash: string) {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
  await revokeCredentials(tx, userId, null)
}

type PasswordChange = {
  userId: string
  /** The hash the old password was checked against: fails when it was changed concurrently. */
  comparedHash: string | null
  passwordHash: string
  /** The session to keep. */
  currentToken: string | null
}

/** Replaces the password and ends every other session. */
export async function changePasswordOf(tx: Tx, change: PasswordChange) {
  const changed = await tx
    .update(users)
    .set({ passwordHash: change.passwordHash })
    .where(
      and(
        eq(users.id, change.userId),
        sql`${users.passwordHash} is not distinct from ${change.comparedHash}`,
      ),
    )
    .returning({ id: users.id })
  if (changed.length === 0) failField('old_pass', 'account.old_password_wrong')
  await revokeCredentials(tx, change.userId, change.currentToken)
}

/** Revokes everything that relied on the old password. Wrong codes sent after it no longer count against the owner. */
async function revokeCredentials(tx: Tx, userId: string, token: string | null) {
  await endSessions(tx, userId, token)
  await forgetDevices(tx, userId)
  await closeChallengesOf(tx, userId)
  await resetGuesses(tx, userId)
  await deleteCodes(tx, userId)
  await tx.emit('account.password_changed', { userId })
}

/** Whether the new email is taken is checked by the job, so that the response does not reveal it. */
export async function requestEmailChangeOf(
  tx: Tx,
  userId: string,
  email: string,
  returnPath?: string,
) {
  await lockCodesOf(tx, userId)
  // Stores the new email. The job replaces this code by the one it sends.
  await issueCode(tx, userId, 'change_email', { payload: email })
  await tx.emit('account.email_change_asked', { userId, returnPath })
}

/** Changes the email to the one the code was sent to; activates an inactive account. */
export async function confirmEmail(tx: Tx, code: string): Promise<UserRow> {
  const used = await useCode(tx, code, 'change_email')
  if (used === null) return failExpired()
  const [previous] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, used.userId), ne(users.status, 'deleted')))
  if (previous === undefined) return failExpired()
  const updated = await updateEmail(tx, previous, used.payload)
  // Links sent to the old email must stop working.
  await deleteCodes(tx, updated.id)
  if (previous.activatedAt === null) await tx.emit('account.activated', { userId: updated.id })
  else if (previous.email !== null)
    await tx.emit('account.email_changed', { userId: updated.id, formerEmail: previous.email })
  return updated
}

async function updateEmail(tx: Tx, user: UserRow, email: string): Promise<UserRow> {
  const membership = user.activatedAt === null ? await prepareActivation(tx, user) : {}
  try {
    const [moved] = await tx
      .update(users)
      .set({ email, ...membership })
      .where(eq(users.id, user.id))
      .returning()
    return moved ?? failExpired()
  } catch (error) {
    // Unique violation: the email was taken after the link was sent.
    if (isUniqueViolation(error)) return failExpired()
    throw error
  }
}
