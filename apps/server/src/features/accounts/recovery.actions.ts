import { and, eq, ne, sql } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import { sqlState, type Tx } from '../../kernel/transact.ts'
import { closeChallengesOf } from '../second-factor/challenges.actions.ts'
import { forgetGuesses } from '../second-factor/guesses.actions.ts'
import { sameText } from '../users/users.queries.ts'
import { users, type UserRow } from '../users/users.table.ts'
import { membershipOf } from './accounts.actions.ts'
import { dropCodes, failExpired, issueCode, useCode } from './codes.ts'
import { forgetDevices } from './known-devices.ts'
import { endSessions } from './sessions.actions.ts'

/** An id that no person has. */
const nobody = '0'

/**
 * Asks for a link to choose a new password. For an unknown address the same is done with the id of nobody,
 * so that neither the reply nor its time tells the two apart.
 */
export async function askReset(tx: Tx, email: string) {
  const [user] = await tx.select({ id: users.id }).from(users).where(sameText(users.email, email))
  await tx.emit('account.reset_asked', { userId: user?.id ?? nobody })
}

/** Sets the password of whoever the code was mailed to, ends all their sessions and returns their id. */
export async function replacePasswordWith(tx: Tx, code: string, passwordHash: string) {
  const used = await useCode(tx, code, 'reset')
  if (used === null) return failExpired()
  await tx.update(users).set({ passwordHash }).where(eq(users.id, used.userId))
  await forgetOldPassword(tx, used.userId, null)
  return used.userId
}

type PasswordChange = {
  userId: string
  /** The hash the old password was compared with. When it is no longer there, someone else was first. */
  seenHash: string | null
  passwordHash: string
  /** The session that stays. */
  token: string | null
}

/** Replaces a password that was compared before, and ends every other session. */
export async function changePasswordOf(tx: Tx, change: PasswordChange) {
  const changed = await tx
    .update(users)
    .set({ passwordHash: change.passwordHash })
    .where(
      and(
        eq(users.id, change.userId),
        sql`${users.passwordHash} is not distinct from ${change.seenHash}`,
      ),
    )
    .returning({ id: users.id })
  if (changed.length === 0) failField('old_pass', 'account.old_password_wrong')
  await forgetOldPassword(tx, change.userId, change.token)
}

/**
 * What rested on the old password ends with it: sessions, known devices, half-done logins and mailed links. Codes that
 * someone guessed after it no longer count against the owner.
 */
async function forgetOldPassword(tx: Tx, userId: string, token: string | null) {
  await endSessions(tx, userId, token)
  await forgetDevices(tx, userId)
  await closeChallengesOf(tx, userId)
  await forgetGuesses(tx, userId)
  await dropCodes(tx, userId)
  await tx.emit('account.password_changed', { userId })
}

/** Notes the wanted address. Whether it is free is found out by the job that mails the link to it. */
export async function askEmailChangeOf(tx: Tx, userId: string, email: string) {
  // Its code is thrown away: the one that works is made when the mail is.
  await issueCode(tx, userId, 'change_email', email)
  await tx.emit('account.email_change_asked', { userId })
}

/** Moves the account to the address the code was mailed to. An account that waited for activation is active then. */
export async function confirmEmail(tx: Tx, code: string): Promise<UserRow> {
  const used = await useCode(tx, code, 'change_email')
  if (used === null) return failExpired()
  const [before] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, used.userId), ne(users.status, 'deleted')))
  if (before === undefined) return failExpired()
  const after = await moveTo(tx, before, used.payload)
  // Links to the old address must not open the account any more.
  await dropCodes(tx, after.id)
  if (before.activatedAt === null) await tx.emit('account.activated', { userId: after.id })
  else if (before.email !== null)
    await tx.emit('account.email_changed', { userId: after.id, formerEmail: before.email })
  return after
}

async function moveTo(tx: Tx, user: UserRow, email: string): Promise<UserRow> {
  const membership = user.activatedAt === null ? await membershipOf(tx, user) : {}
  try {
    const [moved] = await tx
      .update(users)
      .set({ email, ...membership })
      .where(eq(users.id, user.id))
      .returning()
    return moved ?? failExpired()
  } catch (error) {
    // Someone else has taken the address since the link was mailed.
    if (sqlState(error) === '23505') return failExpired()
    throw error
  }
}
