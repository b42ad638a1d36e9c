import { roles } from '@stoa/contract/access'
import { and, asc, eq, isNotNull, ne } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { fail } from '../../../kernel/errors.ts'
import { assertAllowed, type Viewer } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { apiKeys } from '../../../schema/api-keys.ts'
import { accountCodes, knownDevices } from '../../../schema/accounts.ts'
import { externalAccounts } from '../../../schema/connectors.ts'
import { endSessions } from '../../people/auth/sessions.actions.ts'
import { replaceFileUses } from '../../content/shared/uploads.actions.ts'
import { passkeys, recoveryCodes, totpSecrets } from '../../../schema/second-factor.ts'
import { users } from '../../../schema/users.ts'
import { canDeleteAccount } from './profile-settings.rules.ts'

/**
 * Keeps an anonymized row that posts can reference. The event that removes posts comes first, because tags are locked
 * before users.
 */
export async function deleteAccountOf(tx: Tx, user: Viewer, content: 'keep' | 'remove') {
  await tx.emit('account.left', { userId: user.id, content })
  if (user.roleId === roles.admin)
    assertAllowed(canDeleteAccount(user, await countOtherAdmins(tx, user.id)))
  const name = randomBytes(6).toString('hex')
  const deleted = await tx
    .update(users)
    .set({
      status: 'deleted',
      username: `gone-${name}`,
      displayName: `user-${name.slice(0, 6)}`,
      email: null,
      passwordHash: null,
      roleId: roles.user,
      suspendedUntil: null,
      silencedUntil: null,
      hasWarning: false,
      lastLoginAt: null,
      lastSeenAt: null,
      deletedAt: tx.now,
      language: '',
      colorScheme: 'default',
      timeZone: '',
      ignoredTagMode: 'dim',
      showsWriting: true,
      mailsInbox: false,
      mailsAllQuestions: false,
      mailsFollowedTags: false,
      ...emptyProfile,
    })
    .where(and(eq(users.id, user.id), ne(users.status, 'deleted')))
    .returning({ id: users.id })
  if (deleted.length === 0) fail('user.deleted')
  await replaceFileUses(tx, user.id, [])
  await endSessions(tx, user.id)
  const ownTables = [
    accountCodes,
    knownDevices,
    totpSecrets,
    recoveryCodes,
    passkeys,
    apiKeys,
    externalAccounts,
  ]
  for (const table of ownTables) {
    await tx.delete(table).where(eq(table.userId, user.id))
  }
}

const emptyProfile = {
  avatarType: '',
  avatar: '',
  bio: '',
  bioHtml: '',
  website: '',
  location: '',
} as const

/** Locks all admins in order, so that the last two cannot be deleted concurrently. */
async function countOtherAdmins(tx: Tx, userId: string) {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.roleId, roles.admin), eq(users.status, 'normal'), isNotNull(users.activatedAt)),
    )
    .orderBy(asc(users.id))
    .for('no key update')
  return admins.filter(({ id }) => id !== userId).length
}
