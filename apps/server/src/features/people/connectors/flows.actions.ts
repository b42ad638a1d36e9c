import type { ExternalUser } from '@stoa/plugin-kit/connector'
import type { Json } from '@stoa/plugin-kit/server'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { generateSecret, hashSecret } from '../../../kernel/secrets.ts'
import type { SecretBox } from '../../../kernel/services.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { connectorFlows } from '../../../schema/connectors.ts'

const flowMs = 10 * 60_000
/** While mails cannot be sent. */
const mailMs = 24 * 60 * 60_000

type Stage = (typeof connectorFlows.$inferSelect)['stage']

/** What is encrypted for one stage of one service cannot be used in another. */
const purposeOf = (slug: string, stage: Stage | 'posted') => `connector ${stage} ${slug}`

function seal(secrets: SecretBox, slug: string, stage: Stage | 'posted', value: unknown) {
  return secrets.encrypt(JSON.stringify({ value }), purposeOf(slug, stage))
}

/** Null if its key was lost: then the login starts again. */
function unseal<T>(secrets: SecretBox, slug: string, stage: Stage | 'posted', text: string) {
  try {
    return JSON.parse(secrets.decrypt(text, purposeOf(slug, stage))) as { value: T }
  } catch {
    return null
  }
}

type NewFlow = {
  slug: string
  state: string
  /** Whose account gets the link; null for a login. */
  userId: string | null
  returnPath: string
  memory: Json
}

/** Returns the secret that the browser keeps. */
export async function openFlow(tx: Tx, { slug, state, userId, returnPath, memory }: NewFlow) {
  const flow = generateSecret()
  await tx.insert(connectorFlows).values({
    slug,
    stage: 'service',
    intent: userId === null ? 'login' : 'link',
    flowHash: hashSecret(flow),
    stateHash: hashSecret(state),
    userId,
    returnPath,
    content: seal(tx.ctx.secrets, slug, 'service', memory),
    expiresAt: new Date(tx.now.getTime() + flowMs),
  })
  return flow
}

type Proof = { slug: string; flow: string; state: string }
type Posted = Record<string, string>

/** Works once, whatever happens next. */
export async function takeFlow(
  { autocommit, clock, secrets }: Context,
  { slug, flow, state }: Proof,
) {
  const [row] = await autocommit
    .delete(connectorFlows)
    .where(
      and(
        eq(connectorFlows.slug, slug),
        eq(connectorFlows.stage, 'service'),
        eq(connectorFlows.flowHash, hashSecret(flow)),
        eq(connectorFlows.stateHash, hashSecret(state)),
        gt(connectorFlows.expiresAt, clock.now()),
      ),
    )
    .returning()
  if (row === undefined) return fail('connector.expired')
  const { userId, returnPath, content, posted } = row
  const memory = unseal<Json>(secrets, slug, 'service', content)
  const form = posted === null ? { value: null } : unseal<Posted>(secrets, slug, 'posted', posted)
  if (memory === null || form === null) return fail('connector.expired')
  return { userId, returnPath, memory: memory.value, posted: form.value }
}

/** What a service posted across sites, until the browser comes with its cookie. False if nobody waits for it. */
export async function storePosted(
  { autocommit, clock, secrets }: Context,
  { slug, state, parameters }: { slug: string; state: string; parameters: Posted },
) {
  const rows = await autocommit
    .update(connectorFlows)
    .set({ posted: seal(secrets, slug, 'posted', parameters) })
    .where(
      and(
        eq(connectorFlows.slug, slug),
        eq(connectorFlows.stage, 'service'),
        eq(connectorFlows.stateHash, hashSecret(state)),
        isNull(connectorFlows.posted),
        gt(connectorFlows.expiresAt, clock.now()),
      ),
    )
    .returning({ id: connectorFlows.id })
  return rows.length > 0
}

type Unconfirmed = { slug: string; external: ExternalUser; returnPath: string }

/** The service vouches for no email, so the browser enters one. Returns the secret that it keeps. */
export async function openEmailStage(tx: Tx, { slug, external, returnPath }: Unconfirmed) {
  const key = generateSecret()
  await tx.insert(connectorFlows).values({
    slug,
    stage: 'email',
    intent: 'login',
    flowHash: hashSecret(key),
    returnPath,
    content: seal(tx.ctx.secrets, slug, 'email', external),
    expiresAt: new Date(tx.now.getTime() + flowMs),
  })
  return key
}

/** Works once. */
export async function takeEmailStage(tx: Tx, key: string): Promise<Unconfirmed> {
  const [row] = await tx
    .delete(connectorFlows)
    .where(
      and(
        eq(connectorFlows.stage, 'email'),
        eq(connectorFlows.flowHash, hashSecret(key)),
        gt(connectorFlows.expiresAt, tx.now),
      ),
    )
    .returning()
  if (row === undefined) return fail('connector.expired')
  const { slug, returnPath, content } = row
  const external = unseal<ExternalUser>(tx.ctx.secrets, slug, 'email', content)
  if (external === null) return fail('connector.expired')
  return { slug, returnPath, external: external.value }
}

/** `locale` for accounts that do not exist yet. */
type MailContent = { external: ExternalUser; email: string; locale: string }

/** A job does the rest, so that the response takes as long for an email that has an account. */
export async function openMailStage(
  tx: Tx,
  { slug, returnPath, ...content }: MailContent & { slug: string; returnPath: string },
) {
  const [row] = await tx
    .insert(connectorFlows)
    .values({
      slug,
      stage: 'mail',
      intent: 'login',
      returnPath,
      content: seal(tx.ctx.secrets, slug, 'mail', content),
      expiresAt: new Date(tx.now.getTime() + mailMs),
    })
    .returning({ id: connectorFlows.id })
  await tx.emit('connector.email_entered', { flowId: requireRow(row).id })
}

export async function findMailStage(tx: Tx, flowId: string) {
  const [row] = await tx
    .select()
    .from(connectorFlows)
    .where(
      and(
        eq(connectorFlows.id, flowId),
        eq(connectorFlows.stage, 'mail'),
        gt(connectorFlows.expiresAt, tx.now),
      ),
    )
  if (row === undefined) return null
  const { slug, returnPath, content } = row
  const opened = unseal<MailContent>(tx.ctx.secrets, slug, 'mail', content)
  return opened && { slug, returnPath, ...opened.value }
}

export async function deleteFlow({ autocommit }: Context, flowId: string) {
  await autocommit.delete(connectorFlows).where(eq(connectorFlows.id, flowId))
}

export async function deleteOldFlows({ autocommit, clock }: Context) {
  await autocommit.delete(connectorFlows).where(lt(connectorFlows.expiresAt, clock.now()))
}
