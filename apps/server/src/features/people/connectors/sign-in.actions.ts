import { roles } from '@stoa/contract/access'
import type { SignInOutcome } from '@stoa/contract/features/connectors'
import { loginSettings } from '@stoa/contract/settings/people'
import type { ExternalUser } from '@stoa/plugin-kit/connector'
import { eq } from 'drizzle-orm'
import { checkMode, readSiteAccess } from '../../../kernel/access.ts'
import type { Tx } from '../../../kernel/context.ts'
import type { Caller } from '../../../kernel/route.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { insertUnlessTaken, newDisplayName, prepareActivation } from '../auth/accounts.actions.ts'
import { findAccountByEmail } from '../auth/accounts.queries.ts'
import { canRegisterByService } from '../auth/accounts.rules.ts'
import { signInWithFirstFactor } from '../auth/sign-in.actions.ts'
import { toAccountName, toDisplayName, toVouchedEmail } from './connectors.rules.ts'
import { openEmailStage, openMailStage } from './flows.actions.ts'
import { findLinkedUser, linkAccount, lockExternalAccount, recordUse } from './links.actions.ts'

type SignIn = {
  slug: string
  external: ExternalUser
  /** Whose account gets the link; null for a login. */
  linkTo: Actor | null
  returnPath: string
  caller: Caller
}

/** After the service has said who it is. An account is never linked by its email alone: its owner has to confirm it. */
export async function completeSignIn(tx: Tx, signIn: SignIn): Promise<SignInOutcome> {
  const { slug, external, linkTo, returnPath, caller } = signIn
  await lockExternalAccount(tx, slug, external.id)
  if (linkTo !== null) {
    assertWritable(tx.ctx, linkTo)
    await linkToSession(tx, signIn, linkTo.id)
    return { ...nothing, outcome: 'linked', return_path: returnPath }
  }
  const linked = await findLinkedUser(tx, slug, external.id)
  if (linked !== null) {
    await recordUse(tx, toAccount(signIn))
    return await logIn(tx, linked, signIn)
  }
  assertWritable(tx.ctx, null)
  const email = toVouchedEmail(external)
  if (email === null) {
    const key = await openEmailStage(tx, { slug, external, returnPath })
    const asked = { binding_key: key, email: external.email, return_path: returnPath }
    return { ...nothing, outcome: 'email_required', ...asked }
  }
  const created = await createAccount(tx, signIn, email)
  if (created !== null) return await logIn(tx, created, signIn)
  await tx.ctx.limits.take('mail.account', email.toLowerCase())
  await openMailStage(tx, { slug, external, email, returnPath, locale: caller.locale })
  return { ...nothing, outcome: 'confirmation_sent', return_path: returnPath }
}

const nothing = { session: null, token: '', binding_key: '', email: '' } as const

function toAccount({ slug, external }: Pick<SignIn, 'slug' | 'external'>) {
  return { slug, externalId: external.id, name: toAccountName(external) }
}

/** Logging in is possible in every mode of the site; accounts and links are not created in every one. */
function assertWritable(ctx: Tx['ctx'], actor: Actor | null) {
  const access = actor === null ? 'open' : 'member'
  const endpoint = { access, changesState: true, allowsReadOnly: false } as const
  const rejection = checkMode(endpoint, actor, readSiteAccess(ctx))
  if (rejection !== null) throw rejection
}

async function linkToSession(tx: Tx, { slug, external }: SignIn, userId: string) {
  const isNew = await linkAccount(tx, {
    ...toAccount({ slug, external }),
    userId,
    isUsed: false,
  })
  if (isNew) await tx.emit('connector.linked', { userId, slug })
}

/** Null if an account has the email. */
async function createAccount(tx: Tx, { slug, external }: SignIn, email: string) {
  if ((await findAccountByEmail(tx, email)) !== null) return null
  assertAllowed(canRegisterByService(email, tx.ctx.settings.get(loginSettings)))
  const inserted = await insertUnlessTaken(tx, {
    displayName: toDisplayName(external, newDisplayName()),
    email,
    passwordHash: null,
    isActivated: true,
  })
  if ('ownerId' in inserted) return null
  const userId = inserted.id
  await linkAccount(tx, { ...toAccount({ slug, external }), userId, isUsed: true })
  await tx.emit('account.activated', { userId })
  return await readUser(tx, userId)
}

/** The service is the first factor. */
async function logIn(tx: Tx, linked: UserRow, signIn: SignIn): Promise<SignInOutcome> {
  const { slug, external, returnPath, caller } = signIn
  const hasRole = external.role !== null
  if (external.role !== null)
    await tx.emit('connector.role_given', { userId: linked.id, slug, roleId: roles[external.role] })
  const isActivated = await activateIfVouched(tx, linked, external)
  const user = hasRole || isActivated ? await readUser(tx, linked.id) : linked
  const { session, token } = await signInWithFirstFactor(tx, user, caller, 'connector')
  const outcome = session === null ? 'code_required' : 'signed_in'
  return { ...nothing, outcome, session, token, return_path: returnPath }
}

async function activateIfVouched(tx: Tx, user: UserRow, external: ExternalUser) {
  const email = toVouchedEmail(external)
  const isVouched = email !== null && email.toLowerCase() === user.email?.toLowerCase()
  if (user.activatedAt !== null || !isVouched) return false
  await tx
    .update(users)
    .set(await prepareActivation(tx, user))
    .where(eq(users.id, user.id))
  await tx.emit('account.activated', { userId: user.id })
  return true
}

async function readUser(tx: Tx, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  return requireRow(user)
}
