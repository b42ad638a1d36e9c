import type { Client } from '@stoa/contract/client'
import { activate, register } from '@stoa/contract/features/accounts'
import {
  createInvitation,
  getInvitation,
  listInvitations,
  revokeInvitation,
} from '@stoa/contract/features/invitations'
import { listAccounts } from '@stoa/contract/features/people'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callFromNewIp, waitForCode } from '../../../../test/accounts.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { invitations } from '../../../schema/invitations.ts'
import { users } from '../../../schema/users.ts'
import { canUseInvitation } from '../../people/invitations/invitations.rules.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: Client
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
  admin = site.as((await aUser(site.ctx, { name: 'Rosa', role: 'admin' })).token)
  await transact(site.ctx, (tx) =>
    changeSettings(tx, loginSettings, {
      allow_new_registrations: false,
      allow_email_domains: ['example.com'],
    }),
  )
})
afterAll(() => site.close())

const pass = 'columns of marble'
const email = () => `invited-${Math.random().toString(36).slice(2)}@example.org`
const invite = async (input: object = {}) => {
  const { id, url } = await admin.call(createInvitation, input)
  return { id, token: new URL(url).searchParams.get('invitation') ?? '' }
}
const signUp = (invitation: string | undefined, e_mail = email()) =>
  callFromNewIp(site, register, { name: 'Ines Invited', e_mail, pass, invitation })
const stateOf = async (id: string) => {
  const { list } = await admin.call(listInvitations, { page_size: 100 })
  return list.find((invitation) => invitation.id === id)
}

describe('canUseInvitation', () => {
  const now = new Date('2026-01-01')
  const open = {
    email: null,
    maxUses: 2,
    uses: 1,
    expiresAt: new Date('2026-01-02'),
    revokedAt: null,
    isCreatorAdmin: true,
  }
  it.each([
    ['open', open, 'a@example.org', 'ok'],
    ['for this email', { ...open, email: 'A@example.org' }, 'a@example.org', 'ok'],
    [
      'for another email',
      { ...open, email: 'b@example.org' },
      'a@example.org',
      'invitation.wrong_email',
    ],
    ['used', { ...open, uses: 2 }, 'a@example.org', 'invitation.used'],
    ['expired', { ...open, expiresAt: now }, 'a@example.org', 'invitation.expired'],
    ['revoked', { ...open, revokedAt: now }, 'a@example.org', 'invitation.revoked'],
    [
      'of someone who is no admin any more',
      { ...open, isCreatorAdmin: false },
      'a@example.org',
      'invitation.revoked',
    ],
  ])('%s', (_name, invitation, address, expected) => {
    const verdict = canUseInvitation(invitation, address, now)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })
})

describe('an invitation', () => {
  it('is for admins to create, list and revoke', async () => {
    const mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    await expectError(mod.call(createInvitation, {}), 'auth.forbidden')
    await expectError(mod.call(listInvitations, {}), 'auth.forbidden')
    await expectError(mod.call(revokeInvitation, { id: '1' }), 'auth.forbidden')
  })

  it('lets someone sign up while registration is closed, once, with its role', async () => {
    expect((await signUp(undefined)).reason).toBe('error.account.registration_closed')
    const { id, token } = await invite({ role_id: 3 })
    const address = email()
    expect((await signUp(token, address)).status).toBe(200)
    await site.as().call(activate, { code: await waitForCode(address) })
    const { list } = await admin.call(listAccounts, { query: address })
    expect(list).toMatchObject([{ role_id: 3, status: 'normal' }])
    expect((await signUp(token)).reason).toBe('error.invitation.used')
    expect(await stateOf(id)).toMatchObject({ state: 'used', uses: 1, max_uses: 1 })
  })

  it('has as many uses as it allows, also at the same time', async () => {
    const { id, token } = await invite({ max_uses: 3 })
    const responses = await Promise.all(Array.from({ length: 6 }, () => signUp(token)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await stateOf(id)).toMatchObject({ state: 'used', uses: 3 })
  })

  it('is for its email only, and reveals no other account', async () => {
    const address = email()
    const { token } = await invite({ e_mail: address })
    expect(await site.as().call(getInvitation, { code: token })).toEqual({
      e_mail: address,
      role_id: 1,
    })
    expect((await signUp(token)).reason).toBe('error.invitation.wrong_email')
    expect((await signUp(token, address.toUpperCase())).status).toBe(200)
    const taken = await aUser(site.ctx)
    const open = await invite()
    expect((await signUp(open.token, taken.email)).status).toBe(200)
    expect((await stateOf(open.id))?.uses).toBe(0)
  })

  it('cannot be used after it was revoked or has expired', async () => {
    const [revoked, expired] = [await invite(), await invite({ days: 1 })]
    await admin.call(revokeInvitation, { id: revoked.id })
    await admin.call(revokeInvitation, { id: revoked.id })
    expect((await signUp(revoked.token)).reason).toBe('error.invitation.revoked')
    site.advance(25 * 3_600_000)
    expect((await signUp(expired.token)).reason).toBe('error.invitation.expired')
    await expectError(site.as().call(getInvitation, { code: expired.token }), 'invitation.expired')
    expect((await signUp('made-up')).reason).toBe('error.invitation.not_found')
    const { list } = await admin.call(listStaffLog, { action: 'revoke_invitation' })
    expect(list).toHaveLength(1)
    await expectError(admin.call(revokeInvitation, { id: '999999' }), 'object.not_found')
  })

  it.each([
    ['demoted', { roleId: 3 }],
    ['suspended', { status: 'suspended' }],
    ['deactivated', { activatedAt: null }],
  ] as const)('cannot be used while its creator is %s', async (_state, changes) => {
    const creator = await aUser(site.ctx, { role: 'admin' })
    const { id, url } = await site.as(creator.token).call(createInvitation, { role_id: 3 })
    const token = new URL(url).searchParams.get('invitation') ?? ''
    await site.db.update(users).set(changes).where(eq(users.id, creator.id))
    await expectError(site.as().call(getInvitation, { code: token }), 'invitation.revoked')
    expect((await signUp(token)).reason).toBe('error.invitation.revoked')
    expect(await stateOf(id)).toMatchObject({ state: 'revoked', uses: 0 })
  })

  it('is sent by email, and stored as a hash only', async () => {
    const address = email()
    const { url } = await admin.call(createInvitation, { e_mail: address, send: true })
    expect(url).toBe('')
    const { text } = await waitForMail({ to: address })
    const token = /invitation=([\w-]+)/.exec(text)?.[1] ?? ''
    expect(JSON.stringify(await site.db.select().from(invitations))).not.toContain(token)
    expect((await signUp(token, address)).status).toBe(200)
  })

  it('is rejected for a taken email, or for several users of one email', async () => {
    const taken = await aUser(site.ctx)
    await expectError(admin.call(createInvitation, { e_mail: taken.email }), 'account.email_taken')
    await expectError(
      admin.call(createInvitation, { e_mail: email(), max_uses: 2 }),
      'invitation.email_once',
    )
    await expectError(admin.call(createInvitation, { send: true }), 'invitation.email_once')
  })
})
