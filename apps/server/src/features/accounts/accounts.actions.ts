import { roles } from '@stoa/contract/access'
import { and, eq, isNull } from 'drizzle-orm'
import { fail, failField } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/transact.ts'
import { sameText } from '../users/users.queries.ts'
import { users, type UserRow } from '../users/users.table.ts'
import { useCode } from './codes.ts'
import { toUsername, withTail } from './usernames.ts'

type NewAccount = {
  displayName: string
  email: string
  passwordHash: string | null
  roleId?: UserRow['roleId']
  isActivated?: boolean
}

/**
 * Creates an account, or, when the address is taken, tells its owner. The caller cannot tell the two apart.
 * The unique index decides, not the look beforehand: two registrations at once cannot both pass.
 */
export async function registerAccount(tx: Tx, account: NewAccount) {
  // Before the look: a refused name must not show whether the address is known.
  usernameFor(account)
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(sameText(users.email, account.email))
  if (owner !== undefined) {
    await tx.emit('account.address_taken', { userId: owner.id })
    return null
  }
  const userId = await insertAccount(tx, account)
  await tx.emit('account.registered', { userId })
  return userId
}

export async function insertAccount(tx: Tx, account: NewAccount) {
  const wanted = usernameFor(account)
  for (const username of [wanted, withTail(wanted), withTail(wanted)]) {
    const [created] = await tx
      .insert(users)
      .values({
        username,
        displayName: account.displayName,
        email: account.email,
        passwordHash: account.passwordHash,
        roleId: account.roleId ?? roles.user,
        activatedAt: account.isActivated === true ? tx.now : null,
        createdAt: tx.now,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created !== undefined) return created.id
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(sameText(users.email, account.email))
    // Someone took the address between the look and the insert; a retry then finds it taken.
    if (owner !== undefined) fail('base.duplicate_request')
  }
  return failField('name', 'user.username_taken')
}

function usernameFor({ displayName, roleId }: NewAccount) {
  const username = toUsername(displayName, roleId === roles.admin)
  return username ?? failField('name', 'user.username_invalid')
}

/** Activates the account a code was mailed to. */
export async function activateAccount(tx: Tx, code: string): Promise<UserRow> {
  const userId = await useCode(tx, code, 'activate')
  if (userId === null) fail('account.code_expired', { hint: { type: 'url_expired' } })
  const [activated] = await tx
    .update(users)
    .set({ activatedAt: tx.now })
    .where(and(eq(users.id, userId), isNull(users.activatedAt)))
    .returning()
  if (activated === undefined) fail('account.code_expired', { hint: { type: 'url_expired' } })
  await tx.emit('account.activated', { userId })
  return activated
}
