import { loginSettings } from '@stoa/contract/settings/people'
import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { and, eq, ne } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { type OutgoingMail } from '../../site/mail/mail.actions.ts'
import { insertUnlessTaken, newDisplayName, prepareActivation } from '../auth/accounts.actions.ts'
import { findAccountByEmail } from '../auth/accounts.queries.ts'
import { canRegisterByService, isUnconfirmed } from '../auth/accounts.rules.ts'
import { deleteCodes, failExpired, issueCode, useCode } from '../auth/codes.actions.ts'
import { endSessions } from '../auth/sessions.actions.ts'
import { toAccountName, toDisplayName } from './connectors.rules.ts'
import { connectorLinkMail } from './connectors.mail.tsx'
import { findMailStage } from './flows.actions.ts'
import { linkAccount } from './links.actions.ts'

type Payload = { slug: string; externalId: string; name: string; displayName: string }

const purposeOf = (userId: string) => `connector link ${userId}`

/** Null if nothing is to be sent: then the sender of the email does not hear of it, like everybody else. */
export async function prepareLinkMail(
  ctx: Context,
  tx: Tx,
  flowId: string,
): Promise<OutgoingMail | null> {
  const flow = await findMailStage(tx, flowId)
  const plugin = flow === null ? null : ctx.plugins.find(flow.slug)
  if (flow === null || plugin?.isEnabled !== true) return null
  const { slug, external, email, locale, returnPath } = flow
  const user = await findOrCreate(tx, email, external)
  if (user === null) return null
  const name = toAccountName(external)
  const payload: Payload = {
    slug,
    name,
    externalId: external.id,
    displayName: toDisplayName(external, newDisplayName()),
  }
  const sealed = tx.ctx.secrets.encrypt(JSON.stringify(payload), purposeOf(user.id))
  const code = await issueCode(tx, user.id, 'link_connector', { payload: sealed })
  const content = connectorLinkMail(ctx, user.language === '' ? locale : user.language, {
    code,
    name,
    returnPath,
    service: plugin.connectorLabel,
    isNew: user.activatedAt === null,
  })
  return { kind: 'connector_link', to: email, ...content }
}

/** Locks the user, as everyone who issues codes. */
async function findOrCreate(tx: Tx, email: string, external: ExternalUser) {
  const owner = await findAccountByEmail(tx, email)
  if (owner === null && !canRegisterByService(email, tx.ctx.settings.get(loginSettings)).ok)
    return null
  const userId = owner?.id ?? (await createInactive(tx, email, external))
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), ne(users.status, 'deleted')))
    .for('no key update')
  return user ?? null
}

async function createInactive(tx: Tx, email: string, external: ExternalUser) {
  const account = {
    displayName: toDisplayName(external, newDisplayName()),
    email,
    passwordHash: null,
  }
  const inserted = await insertUnlessTaken(tx, account)
  return 'id' in inserted ? inserted.id : inserted.ownerId
}

/** Links the account at the service, and activates an inactive account. */
export async function confirmLink(tx: Tx, code: string): Promise<UserRow> {
  const used = await useCode(tx, code, 'link_connector')
  if (used === null) return failExpired()
  const { userId } = used
  const opened = tx.ctx.secrets.decrypt(used.payload, purposeOf(userId))
  const { slug, externalId, name, displayName } = JSON.parse(opened) as Payload
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), ne(users.status, 'deleted')))
  if (user === undefined || tx.ctx.plugins.find(slug)?.isEnabled !== true) return failExpired()
  await linkAccount(tx, { slug, externalId, name, userId, isUsed: true })
  return user.activatedAt === null ? await activate(tx, user, displayName) : user
}

/** Whoever set a password before the email was confirmed may be a stranger, so it does not stay. */
async function activate(tx: Tx, user: UserRow, displayName: string): Promise<UserRow> {
  const wasNeverConfirmed = isUnconfirmed(user)
  const owned = wasNeverConfirmed ? { ...user, displayName, passwordHash: null } : user
  if (wasNeverConfirmed) {
    await endSessions(tx, user.id)
    await deleteCodes(tx, user.id)
  }
  const [activated] = await tx
    .update(users)
    .set({
      displayName: owned.displayName,
      passwordHash: owned.passwordHash,
      ...(await prepareActivation(tx, owned)),
    })
    .where(eq(users.id, user.id))
    .returning()
  await tx.emit('account.activated', { userId: user.id })
  return activated ?? failExpired()
}
