import { roles } from '@stoa/contract/access'
import { and, asc, eq, ne } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { fail } from '../../kernel/errors.ts'
import { type Actor, must } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { accountCodes, knownDevices } from '../accounts/accounts.table.ts'
import { endSessions } from '../accounts/sessions.actions.ts'
import { replaceUses } from '../posts/uploads.actions.ts'
import { passkeys, recoveryCodes, totpSecrets } from '../second-factor/second-factor.table.ts'
import { users } from '../users/users.table.ts'
import { canLeave } from './profile.rules.ts'

/**
 * Deletes a person's account: what is left is a row that posts can point to, with nothing of theirs in it.
 * The posts are dealt with first, because their tags are locked before people.
 */
export async function leave(tx: Tx, who: Actor, content: 'keep' | 'remove') {
  await tx.emit('account.left', { userId: who.id, content })
  if (who.roleId === roles.admin) must(canLeave(who, await countOtherAdmins(tx, who.id)))
  const name = randomBytes(6).toString('hex')
  const left = await tx
    .update(users)
    .set({
      status: 'deleted',
      username: `gone-${name}`,
      displayName: `user-${name.slice(0, 6)}`,
      email: null,
      passwordHash: null,
      roleId: roles.user,
      suspendedUntil: null,
      lastLoginAt: null,
      language: '',
      colorScheme: 'default',
      timeZone: '',
      mailsInbox: false,
      mailsAllQuestions: false,
      mailsFollowedTags: false,
      ...nothingToShow,
    })
    .where(and(eq(users.id, who.id), ne(users.status, 'deleted')))
    .returning({ id: users.id })
  if (left.length === 0) fail('auth.required')
  await replaceUses(tx, who.id, [])
  await endSessions(tx, who.id)
  for (const table of [accountCodes, knownDevices, totpSecrets, recoveryCodes, passkeys]) {
    await tx.delete(table).where(eq(table.userId, who.id))
  }
}

const nothingToShow = {
  avatarType: '',
  avatar: '',
  bio: '',
  bioHtml: '',
  website: '',
  location: '',
} as const

/** Locks all admins, in order: two who leave at once must not both be the last but one. */
async function countOtherAdmins(tx: Tx, userId: string) {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.roleId, roles.admin), eq(users.status, 'normal')))
    .orderBy(asc(users.id))
    .for('no key update')
  return admins.filter(({ id }) => id !== userId).length
}
