import { roles } from '@stoa/contract/access'
import { generalSettings } from '@stoa/contract/settings/site'
import { and, eq, isNull } from 'drizzle-orm'
import { fail, failField } from '../../../kernel/errors.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { isStaff } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { countUse, lockInvitation } from '../invitations/invitations.actions.ts'
import { claimUsername } from '../users/users.actions.ts'
import { equalsIgnoreCase } from '../users/users.queries.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { canTakeName } from './accounts.rules.ts'
import { deleteCodes, failExpired, issueCode, useCode } from './codes.actions.ts'
import { isCommonPassword as isCommon, rejectCommonPassword } from './common-passwords.ts'
import { isPlaceholder, newPlaceholder, toUsername, appendSuffix } from './usernames.ts'

type NewAccount = {
  displayName: string
  email: string
  passwordHash: string | null
  roleId?: UserRow['roleId']
  isActivated?: boolean
}

/** Creates an account, or notifies the owner of a taken email. Response and timing are the same in both cases. */
export async function registerAccount(tx: Tx, account: NewAccount, returnPath?: string) {
  const isStaffName = isStaff({ roleId: account.roleId ?? roles.user })
  const verdict = canTakeName(account.displayName, isStaffName)
  if (!verdict.ok) failField('name', verdict.code)
  const result = await insertUnlessTaken(tx, account)
  if ('ownerId' in result) {
    await tx.emit('account.address_taken', { userId: result.ownerId, returnPath })
    return null
  }
  await tx.emit('account.registered', { userId: result.id, returnPath })
  return result.id
}

/** The role comes from the invitation. A taken email uses up nothing. */
export async function registerInvited(
  tx: Tx,
  account: NewAccount,
  token: string,
  returnPath?: string,
) {
  const { id, roleId } = await lockInvitation(tx, token, account.email)
  const userId = await registerAccount(tx, { ...account, roleId }, returnPath)
  if (userId !== null) await countUse(tx, id)
}

export async function insertAccount(tx: Tx, account: NewAccount) {
  const result = await insertUnlessTaken(tx, account)
  return 'id' in result ? result.id : fail('base.duplicate_request')
}

/** The unique index decides: the loser of two concurrent registrations finds the owner in its second round. */
export async function insertUnlessTaken(tx: Tx, account: NewAccount) {
  const { displayName, email, passwordHash, roleId = roles.user, isActivated = false } = account
  const values = { displayName, email, passwordHash, roleId, createdAt: tx.now }
  const membership = isActivated ? await prepareMember(tx, { displayName, roleId }) : inactive
  for (let round = 1; round <= 3; round++) {
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(equalsIgnoreCase(users.email, email))
    // Also runs for a taken email, where it inserts nothing, so that both cases take the same time.
    const [created] = await tx
      .insert(users)
      .values({ ...values, username: newPlaceholder(), ...membership })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (created !== undefined) return created
    if (owner !== undefined) return { ownerId: owner.id }
  }
  return fail('base.duplicate_request')
}

/** For an account that comes without a usable name. */
export function newDisplayName() {
  return appendSuffix('user')
}

const inactive = { activatedAt: null }

/** Claims a unique username and returns the columns of an active account. */
async function prepareMember(tx: Tx, user: Pick<UserRow, 'displayName' | 'roleId'>) {
  const wanted = toUsername(user.displayName, isStaff(user))
  for (const username of [wanted, appendSuffix(wanted), appendSuffix(wanted), appendSuffix(wanted)])
    if (await claimUsername(tx, username)) return { activatedAt: tx.now, username }
  throw new Error('no free username found')
}

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
    .set(await prepareActivation(tx, user))
    .where(eq(users.id, userId))
    .returning()
  if (activated === undefined) return failExpired()
  await tx.emit('account.activated', { userId })
  return activated
}

/** Columns that activate an existing account. Accounts older than placeholder usernames keep their username. */
export async function prepareActivation(tx: Tx, user: UserRow) {
  return isPlaceholder(user.username) ? await prepareMember(tx, user) : { activatedAt: tx.now }
}

const adminLinkMs = 3_600_000

/** For an admin who hands the link over. It replaces the link that was sent by email. */
export async function issueActivationUrl(tx: Tx, userId: string) {
  const code = await issueCode(tx, userId, 'activate', { validMs: adminLinkMs })
  const { site_url } = tx.ctx.settings.get(generalSettings)
  return `${site_url}/users/account-activation?${new URLSearchParams({ code }).toString()}`
}

/** Links that were sent stop working. */
export async function revokeCodes(tx: Tx, userId: string) {
  await deleteCodes(tx, userId)
}

export function isCommonPassword(password: string) {
  return isCommon(password)
}

export async function hashNewPassword(field: string, password: string) {
  await rejectCommonPassword({ password, field })
  return await hashPassword(password)
}
