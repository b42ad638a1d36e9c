import { loginSettings } from '@stoa/contract/settings/people'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { findUserCenter } from '../../../kernel/plugins.ts'
import { assertAllowed } from '../../../kernel/rules.ts'
import { externalAccounts } from '../../../schema/connectors.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { listPasskeys } from '../auth/second-factor/second-factor.queries.ts'
import { canUnlink } from './connectors.rules.ts'
import { listConnectorsOf } from './connector-calls.actions.ts'

/** Two first logins with one account at a service come one after the other. */
export async function lockExternalAccount(tx: Tx, slug: string, externalId: string) {
  const name = `external account ${slug} ${externalId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

export async function findLinkedUser(tx: Tx, slug: string, externalId: string) {
  const [row] = await tx
    .select({ user: users })
    .from(externalAccounts)
    .innerJoin(users, eq(users.id, externalAccounts.userId))
    .where(
      and(
        eq(externalAccounts.slug, slug),
        eq(externalAccounts.externalId, externalId),
        ne(users.status, 'deleted'),
      ),
    )
  return row?.user ?? null
}

type ExternalAccount = { slug: string; externalId: string; name: string }
type NewLink = ExternalAccount & { userId: string; isUsed: boolean }

/** Returns false if it is linked already. */
export async function linkAccount(tx: Tx, { slug, externalId, name, userId, isUsed }: NewLink) {
  await lockLiving(tx, userId)
  const [created] = await tx
    .insert(externalAccounts)
    .values({
      slug,
      externalId,
      name,
      userId,
      linkedAt: tx.now,
      lastUsedAt: isUsed ? tx.now : null,
    })
    .onConflictDoNothing()
    .returning({ id: externalAccounts.id })
  if (created !== undefined) return true
  const [other] = await tx
    .select({ userId: externalAccounts.userId })
    .from(externalAccounts)
    .where(and(eq(externalAccounts.slug, slug), eq(externalAccounts.externalId, externalId)))
  if (other?.userId === userId) return false
  const service = tx.ctx.plugins.find(slug)?.connectorLabel ?? slug
  return fail(other === undefined ? 'connector.already_linked' : 'connector.taken', {
    values: { service },
  })
}

/** Locks the user, so that a deleted account gets no link. */
async function lockLiving(tx: Tx, userId: string): Promise<UserRow> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), ne(users.status, 'deleted')))
    .for('no key update')
  return user ?? fail('auth.required')
}

export async function recordUse(tx: Tx, { slug, externalId, name }: ExternalAccount) {
  await tx
    .update(externalAccounts)
    .set({ lastUsedAt: tx.now, name })
    .where(and(eq(externalAccounts.slug, slug), eq(externalAccounts.externalId, externalId)))
}

type Unlinked = { userId: string; externalId: string; slug: string | undefined }

export async function unlinkAccount(tx: Tx, { userId, externalId, slug }: Unlinked) {
  const user = await lockLiving(tx, userId)
  const links = await tx
    .select({
      id: externalAccounts.id,
      slug: externalAccounts.slug,
      externalId: externalAccounts.externalId,
    })
    .from(externalAccounts)
    .where(eq(externalAccounts.userId, userId))
  const matching = links.filter(
    (link) => link.externalId === externalId && (slug === undefined || link.slug === slug),
  )
  const [link] = matching
  if (link === undefined || matching.length > 1) fail('connector.not_linked')
  const enabled = new Set(listConnectorsOf(tx.ctx).map((connector) => connector.slug_name))
  const isLoginOwned = findUserCenter(tx.ctx.plugins)?.owns.includes('login') === true
  assertAllowed(
    canUnlink({
      hasPassword: user.passwordHash !== null,
      isPasswordLoginOn: tx.ctx.settings.get(loginSettings).allow_password_login && !isLoginOwned,
      passkeys: isLoginOwned ? 0 : (await listPasskeys(tx, userId)).length,
      otherConnectors: links.filter(({ id, slug: other }) => id !== link.id && enabled.has(other))
        .length,
    }),
  )
  await tx.delete(externalAccounts).where(eq(externalAccounts.id, link.id))
}
