import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { createInvitation as createCall } from '@stoa/contract/features/invitations'
import { generalSettings } from '@stoa/contract/settings/site'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { generateSecret, hashSecret } from '../../../kernel/secrets.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { invitations } from '../../../schema/invitations.ts'
import { users } from '../../../schema/users.ts'
import { invitationColumns } from './invitations.queries.ts'
import { canUseInvitation, type InvitationRow } from './invitations.rules.ts'

const dayMs = 86_400_000

type NewInvitation = Pick<
  ParsedInputOf<typeof createCall>,
  'e_mail' | 'send' | 'role_id' | 'max_uses' | 'days'
>

/** Returns the token, which is not stored. A link that is sent by email gets its token in the job that sends it. */
export async function insertInvitation(tx: Tx, createdBy: string, input: NewInvitation) {
  const { e_mail: email = null, role_id: roleId, max_uses: maxUses, days } = input
  const token = generateSecret()
  const [created] = await tx
    .insert(invitations)
    .values({
      tokenHash: input.send ? null : hashSecret(token),
      email,
      roleId,
      maxUses,
      createdBy,
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + days * dayMs),
    })
    .returning({ id: invitations.id })
  return { id: requireRow(created).id, token }
}

/** Replaces the token of an invitation that can still be used. Null if there is nothing to send. */
export async function renewToken(tx: Tx, id: string) {
  const invitation = await lockRow(tx, id)
  if (invitation === undefined || invitation.email === null) return null
  if (!canUseInvitation(invitation, null, tx.now).ok) return null
  const token = generateSecret()
  await tx
    .update(invitations)
    .set({ tokenHash: hashSecret(token) })
    .where(eq(invitations.id, id))
  return { email: invitation.email, token }
}

export function toInvitationUrl({ settings }: Context | Tx['ctx'], token: string) {
  const { site_url } = settings.get(generalSettings)
  return `${site_url}/users/register?${new URLSearchParams({ invitation: token }).toString()}`
}

/** Idempotent. Returns the invitation, or null if it was revoked before. */
export async function revokeInvitation(tx: Tx, id: string) {
  const [revoked] = await tx
    .update(invitations)
    .set({ revokedAt: tx.now })
    .where(and(eq(invitations.id, id), isNull(invitations.revokedAt)))
    .returning()
  if (revoked !== undefined) return revoked
  const [found] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.id, id))
  return found === undefined ? fail('object.not_found') : null
}

/** Those that the user created end. The email of the user is in none any more. */
export async function forgetInviter(tx: Tx, userId: string) {
  await tx
    .update(invitations)
    .set({ revokedAt: tx.now })
    .where(and(eq(invitations.createdBy, userId), isNull(invitations.revokedAt)))
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user?.email) return
  const isTheirs = sql`lower(${invitations.email}) = lower(${user.email})`
  await tx.delete(invitations).where(and(isTheirs, gt(invitations.uses, 0)))
}

export async function findInvitation(db: ReadDb, token: string) {
  const [found] = await db
    .select(invitationColumns)
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .where(eq(invitations.tokenHash, hashSecret(token)))
  return found ?? fail('invitation.not_found')
}

async function lockRow(tx: Tx, id: string) {
  const [locked] = await tx
    .select(invitationColumns)
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdBy))
    .where(eq(invitations.id, id))
    .for('no key update', { of: invitations })
  return locked
}

/** Fails if the link cannot be used, with this email if there is one. */
export function assertUsable(invitation: InvitationRow, email: string | null, now: Date) {
  const verdict = canUseInvitation(invitation, email, now)
  if (verdict.ok) return
  if (verdict.code === 'invitation.wrong_email') failField('e_mail', verdict.code)
  fail(verdict.code)
}

/** Holds the invitation until the account is created, so that no more accounts are created than it allows. */
export async function lockInvitation(tx: Tx, token: string, email: string) {
  const { id } = await findInvitation(tx, token)
  const invitation = requireRow(await lockRow(tx, id))
  assertUsable(invitation, email, tx.now)
  return invitation
}

export async function countUse(tx: Tx, id: string) {
  await tx
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .where(eq(invitations.id, id))
}
