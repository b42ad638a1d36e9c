import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { editAccount as editAccountCall } from '@stoa/contract/features/people'
import { loginSettings } from '@stoa/contract/settings/people'
import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, isStaff, type Verdict } from '../../../kernel/rules.ts'
import { isUniqueViolation } from '../../../kernel/transact.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { issueActivationUrl } from '../../people/auth/accounts.actions.ts'
import { canTakeName, canTakeUsername } from '../../people/auth/accounts.rules.ts'
import { setPasswordOf } from '../../people/auth/recovery.actions.ts'
import { claimUsername } from '../../people/users/users.actions.ts'
import { equalsIgnoreCase } from '../../people/users/users.queries.ts'
import { lockTarget, recordOn, requireConfirmation } from './people.actions.ts'
import { canManage, canSendActivation } from './people.rules.ts'

/** The user hears of it by email, and every session ends. */
export async function setPassword(
  tx: Tx,
  actor: Actor,
  { userId, passwordHash }: { userId: string; passwordHash: string },
) {
  await lockManaged(tx, actor, userId)
  await setPasswordOf(tx, userId, passwordHash)
  await recordOn(tx, actor, { action: 'set_password', userId: userId })
}

export async function sendPasswordLink(tx: Tx, actor: Actor, userId: string) {
  if (!tx.ctx.settings.get(loginSettings).allow_password_login) fail('account.password_login_off')
  await lockManaged(tx, actor, userId)
  await tx.emit('account.reset_asked', { userId })
  await recordOn(tx, actor, { action: 'send_password_link', userId: userId })
}

async function lockManaged(tx: Tx, actor: Actor, userId: string) {
  const { user } = await lockTarget(tx, actor, userId)
  assertAllowed(canManage(actor, user))
  return user
}

/** Returns the link, or an empty text if it is sent by email. */
export async function sendActivation(
  tx: Tx,
  actor: Actor,
  { userId, by }: { userId: string; by: 'email' | 'link' },
) {
  const { user } = await lockTarget(tx, actor, userId)
  assertAllowed(canSendActivation(actor, user))
  if (by === 'email') {
    await tx.emit('account.activation_asked', { userId })
    await recordOn(tx, actor, { action: 'send_activation_link', userId: userId })
    return ''
  }
  const url = await issueActivationUrl(tx, userId)
  await recordOn(tx, actor, { action: 'create_activation_link', userId: userId })
  return url
}

type Edit = ParsedInputOf<typeof editAccountCall>
type Changes = Partial<Pick<UserRow, 'displayName' | 'username' | 'email'>>

/** Admins may change what the site does not let users change, and use any email domain. */
export async function editAccount(tx: Tx, actor: Actor, input: Edit) {
  const user = await lockManaged(tx, actor, input.user_id)
  const changes: Changes = {
    ...toNewName(user, input.display_name),
    ...(await claimNewUsername(tx, user, input.username)),
    ...(await toNewEmail(tx, user, input.email)),
  }
  const names = Object.keys(changes) as (keyof Changes)[]
  if (names.length === 0) return
  try {
    await tx.update(users).set(changes).where(eq(users.id, user.id))
  } catch (error) {
    if (isUniqueViolation(error)) failField('email', 'account.email_taken')
    throw error
  }
  const isMoved = changes.email !== undefined && !isSameEmail(changes.email, user.email)
  if (isMoved) await confirmAgain(tx, user)
  await recordOn(tx, actor, {
    action: 'edit_account',
    userId: user.id,
    before: Object.fromEntries(names.map((name) => [name, hideEmail(name, user[name])])),
    after: Object.fromEntries(names.map((name) => [name, hideEmail(name, changes[name])])),
  })
  await tx.emit('profile.changed', { userId: user.id })
  if (isMoved) await tx.emit('user.deactivated', { userId: user.id, byId: actor.id })
}

/** The case of letters makes no other email. */
function isSameEmail(one: string | null, other: string | null) {
  return one?.toLowerCase() === other?.toLowerCase()
}

/** Moderators read the log, but not emails. */
function hideEmail(name: keyof Changes, value: string | null | undefined) {
  return name === 'email' ? '…' : (value ?? null)
}

function toNewName(user: UserRow, displayName: string): Changes {
  if (displayName === user.displayName) return {}
  assertField('display_name', canTakeName(displayName, isStaff(user)))
  return { displayName }
}

async function claimNewUsername(tx: Tx, user: UserRow, text: string): Promise<Changes> {
  const username = text.toLowerCase()
  if (text === '' || username === user.username.toLowerCase()) return {}
  assertField('username', canTakeUsername(username, isStaff(user)))
  if (!(await claimUsername(tx, username, user.id))) failField('username', 'user.username_taken')
  return { username }
}

async function toNewEmail(tx: Tx, user: UserRow, email: string): Promise<Changes> {
  if (email === user.email) return {}
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(equalsIgnoreCase(users.email, email), ne(users.id, user.id)))
  if (owner !== undefined) failField('email', 'account.email_taken')
  return { email }
}

/** Links to the former email stop working, and its owner gets an email. */
async function confirmAgain(tx: Tx, user: UserRow) {
  await requireConfirmation(tx, user.id)
  await tx.emit('account.activation_asked', { userId: user.id })
  if (user.activatedAt !== null && user.email !== null)
    await tx.emit('account.email_changed', { userId: user.id, formerEmail: user.email })
}

function assertField(field: string, verdict: Verdict) {
  if (!verdict.ok) failField(field, verdict.code, verdict.values)
}
