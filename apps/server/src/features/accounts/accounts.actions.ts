import { roles } from '@stoa/contract/access'
import { and, eq, isNull } from 'drizzle-orm'
import { fail, failField } from '../../kernel/errors.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { isStaff } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { claimUsername } from '../users/users.actions.ts'
import { sameText } from '../users/users.queries.ts'
import { users, type UserRow } from '../users/users.table.ts'
import { canTakeName } from './accounts.rules.ts'
import { failExpired, useCode } from './codes.ts'
import { refuseCommon } from './common-passwords.ts'
import { isPlaceholder, placeholderUsername, toUsername, withTail } from './usernames.ts'

type NewAccount = {
  displayName: string
  email: string
  passwordHash: string | null
  roleId?: UserRow['roleId']
  isActivated?: boolean
}

/**
 * Creates an account, or, when the address is taken, tells its owner. The caller cannot tell the two apart,
 * neither by the reply nor by its time.
 */
export async function registerAccount(tx: Tx, account: NewAccount) {
  const verdict = canTakeName(account.displayName, false)
  if (!verdict.ok) failField('name', verdict.code)
  const result = await insertUnlessTaken(tx, account)
  if ('ownerId' in result) {
    await tx.emit('account.address_taken', { userId: result.ownerId })
    return null
  }
  await tx.emit('account.registered', { userId: result.id })
  return result.id
}

export async function insertAccount(tx: Tx, account: NewAccount) {
  const result = await insertUnlessTaken(tx, account)
  return 'id' in result ? result.id : fail('base.duplicate_request')
}

/** The unique index decides, not the look beforehand: of two registrations at once one finds out in the second round. */
async function insertUnlessTaken(tx: Tx, account: NewAccount) {
  const { displayName, email, passwordHash, roleId = roles.user, isActivated = false } = account
  const values = { displayName, email, passwordHash, roleId, createdAt: tx.now }
  const membership = isActivated ? await toMembership(tx, { displayName, roleId }) : waiting
  for (let round = 1; round <= 3; round++) {
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(sameText(users.email, email))
    // Tried for a taken address too, where it does nothing: so that both take the same time.
    const [created] = await tx
      .insert(users)
      .values({ ...values, username: placeholderUsername(), ...membership })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created !== undefined) return created
    if (owner !== undefined) return { ownerId: owner.id }
  }
  return fail('base.duplicate_request')
}

const waiting = { activatedAt: null }

/** What makes an account a member: it is active, and has a username that nobody else has. */
async function toMembership(tx: Tx, user: Pick<UserRow, 'displayName' | 'roleId'>) {
  const wanted = toUsername(user.displayName, isStaff(user))
  for (const username of [wanted, withTail(wanted), withTail(wanted), withTail(wanted)])
    if (await claimUsername(tx, username)) return { activatedAt: tx.now, username }
  throw new Error('no free username found')
}

/** Activates the account a code was mailed to. */
export async function activateAccount(tx: Tx, code: string): Promise<UserRow> {
  const used = await useCode(tx, code, 'activate')
  if (used === null) return failExpired()
  const { userId } = used
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.activatedAt)))
  if (user === undefined) return failExpired()
  const [activated] = await tx
    .update(users)
    .set(await membershipOf(tx, user))
    .where(eq(users.id, userId))
    .returning()
  if (activated === undefined) return failExpired()
  await tx.emit('account.activated', { userId })
  return activated
}

/** The same for an account that waits; one from before usernames were given so late has its own already. */
export async function membershipOf(tx: Tx, user: UserRow) {
  return isPlaceholder(user.username) ? await toMembership(tx, user) : { activatedAt: tx.now }
}

/** What is kept of a password that is to be set; one that everybody uses is refused beside its field. */
export async function hashNewPassword(field: string, password: string) {
  await refuseCommon({ password, field })
  return await hashPassword(password)
}
