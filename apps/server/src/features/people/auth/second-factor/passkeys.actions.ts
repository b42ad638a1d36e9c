import type { Tx } from '../../../../kernel/context.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, count, eq } from 'drizzle-orm'
import { fail } from '../../../../kernel/errors.ts'
import { requireRow } from '../../../../kernel/transact.ts'
import { openChallenge, consumeChallenge } from './challenges.actions.ts'
import { listPasskeys } from './second-factor.queries.ts'
import { passkeys } from '../../../../schema/second-factor.ts'

/** The site in WebAuthn terms. */
export type RelyingParty = { name: string; id: string; origin: string }
type Owner = { id: string; username: string; displayName: string }

const maxPasskeys = 20

/** Loaded on first use: 5 MB that most processes never need. */
const loadPasskeys = () => import('@simplewebauthn/server')

export function toRelyingParty(name: string, siteUrl: string): RelyingParty {
  const { hostname, origin } = new URL(siteUrl)
  return { name, id: hostname, origin }
}

export async function startRegistration(tx: Tx, site: RelyingParty, owner: Owner) {
  const existing = await listPasskeys(tx, owner.id)
  const { generateRegistrationOptions } = await loadPasskeys()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.username,
    userDisplayName: owner.displayName,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const token = await openChallenge(tx, {
    kind: 'passkey_register',
    userId: owner.id,
    challenge: options.challenge,
  })
  return { token, options: { ...options } }
}

type Registration = { token: string; name: string; response: Record<string, unknown> }

export async function finishRegistration(
  tx: Tx,
  site: RelyingParty,
  userId: string,
  { token, name, response }: Registration,
) {
  const pending = await consumeChallenge(tx, token, 'passkey_register')
  if (pending.userId !== userId) fail('second_factor.expired')
  const [owned] = await tx
    .select({ number: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  if ((owned?.number ?? 0) >= maxPasskeys) fail('second_factor.too_many_passkeys')
  const { verifyRegistrationResponse } = await loadPasskeys()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: pending.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
  }).catch(() => fail('second_factor.passkey_refused'))
  if (!verified || registrationInfo === undefined) fail('second_factor.passkey_refused')
  const { credential } = registrationInfo
  const [row] = await tx
    .insert(passkeys)
    .values({
      userId,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      createdAt: tx.now,
    })
    .returning()
  return requireRow(row)
}

export async function startPasskeyLogin(tx: Tx, site: RelyingParty) {
  const { generateAuthenticationOptions } = await loadPasskeys()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
  })
  const token = await openChallenge(tx, { kind: 'passkey_login', challenge: options.challenge })
  return { token, options: { ...options } }
}

/** Returns the id of the passkey's owner. */
export async function finishPasskeyLogin(
  tx: Tx,
  site: RelyingParty,
  token: string,
  response: Record<string, unknown>,
) {
  const pending = await consumeChallenge(tx, token, 'passkey_login')
  const [passkey] = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, String(response['id'])))
    .for('no key update')
  if (passkey === undefined) fail('second_factor.passkey_refused')
  const { verifyAuthenticationResponse } = await loadPasskeys()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: pending.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => fail('second_factor.passkey_refused'))
  if (!verified) fail('second_factor.passkey_refused')
  await tx
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: tx.now })
    .where(eq(passkeys.id, passkey.id))
  return passkey.userId
}

export async function deletePasskey(tx: Tx, userId: string, id: string) {
  await tx.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
}
