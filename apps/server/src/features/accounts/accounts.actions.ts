import { roles } from '@stoa/contract/access'
import { and, eq, isNull, or } from 'drizzle-orm'
import { fail, failField } from '../../kernel/errors.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import type { Tx } from '../../kernel/transact.ts'
import { sameText } from '../users/users.queries.ts'
import { users, type UserRow } from '../users/users.table.ts'
import { failExpired, useCode } from './codes.ts'
import { refuseCommon } from './common-passwords.ts'
import { toUsername, withTail } from './usernames.ts'

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

/** The unique indexes decide, not the look beforehand: of two registrations at once one finds out in the second round. */
async function insertUnlessTaken(tx: Tx, account: NewAccount) {
  const wanted = usernameFor(account)
  const hasAddress = sameText(users.email, account.email)
  const hasName = sameText(users.username, wanted)
  for (let round = 1; round <= 3; round++) {
    const found = await tx
      .select({ id: users.id, isOwner: hasAddress, hasName })
      .from(users)
      .where(or(hasAddress, hasName))
    const owner = found.find(({ isOwner }) => isOwner)
    const isNameTaken = found.some((one) => one.hasName)
    // Tried for a taken address too, where it does nothing: so that both take the same time.
    const [created] = await tx
      .insert(users)
      .values({
        username: isNameTaken ? withTail(wanted) : wanted,
        displayName: account.displayName,
        email: account.email,
        passwordHash: account.passwordHash,
        roleId: account.roleId ?? roles.user,
        activatedAt: account.isActivated === true ? tx.now : null,
        createdAt: tx.now,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created !== undefined) return created
    if (owner !== undefined) return { ownerId: owner.id }
  }
  return failField('name', 'user.username_taken')
}

function usernameFor({ displayName, roleId }: NewAccount) {
  const username = toUsername(displayName, roleId === roles.admin)
  return username ?? failField('name', 'user.username_invalid')
}

/** Activates the account a code was mailed to. */
export async function activateAccount(tx: Tx, code: string): Promise<UserRow> {
  const used = await useCode(tx, code, 'activate')
  if (used === null) return failExpired()
  const { userId } = used
  const [activated] = await tx
    .update(users)
    .set({ activatedAt: tx.now })
    .where(and(eq(users.id, userId), isNull(users.activatedAt)))
    .returning()
  if (activated === undefined) return failExpired()
  await tx.emit('account.activated', { userId })
  return activated
}

/** What is kept of a password that is to be set; one that everybody uses is refused beside its field. */
export async function hashNewPassword(field: string, password: string) {
  await refuseCommon({ password, field })
  return await hashPassword(password)
}
