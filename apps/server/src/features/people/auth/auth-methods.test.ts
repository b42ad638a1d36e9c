import { roles } from '@stoa/contract/access'
import { activate, login } from '@stoa/contract/features/accounts'
import { listMailLog } from '@stoa/contract/features/mail'
import {
  confirmTotp,
  loginWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
  passkeyOptions,
  secondFactor,
  startTotp,
} from '@stoa/contract/features/second-factor'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPasskey } from '../../../../test/passkeys.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { checkAccess } from '../../../kernel/access.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { canChangeFactors } from './second-factor/second-factor.rules.ts'
import { codeAt, stepAt } from './second-factor/totp.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from './accounts.factory.ts'
import { usesSecondFactor } from './accounts.rules.ts'
import { type AuthMethod, authMethods, sessions } from '../../../schema/accounts.ts'
import { issueCode } from './codes.actions.ts'

const isStrong: Record<AuthMethod, boolean> = {
  unknown: false,
  password: false,
  email_link: false,
  totp: true,
  recovery_code: true,
  passkey: true,
  connector: false,
}

describe('access to staff tools by authentication method', () => {
  const rows = authMethods.flatMap((method) =>
    [true, false].map((isSecondFactorRequired) => ({
      method,
      isSecondFactorRequired,
      expected: isSecondFactorRequired && !isStrong[method] ? 'second_factor.missing' : undefined,
    })),
  )

  it.each(rows)(
    '$method, second factor required: $isSecondFactorRequired, gives $expected',
    (row) => {
      const admin = {
        id: '1',
        roleId: roles.admin,
        reputation: 1,
        isActivated: true,
        isSuspended: false,
        hasUsedSecondFactor: usesSecondFactor(row.method),
      }
      const site = {
        isInstalled: true,
        isLoginRequired: false,
        isSecondFactorRequired: row.isSecondFactorRequired,
        mode: 'normal' as const,
        retryAfter: 300,
        userCenter: null,
      }
      for (const tier of ['moderator', 'admin'] as const)
        expect(checkAccess(tier, admin, site)?.code).toBe(row.expected)
      expect(checkAccess('member', admin, site)).toBeNull()
    },
  )
})

describe('canChangeFactors', () => {
  it.each([
    { isRequired: true, hasFactor: true, hasUsedSecondFactor: false, ok: false },
    { isRequired: true, hasFactor: true, hasUsedSecondFactor: true, ok: true },
    { isRequired: true, hasFactor: false, hasUsedSecondFactor: false, ok: true },
    { isRequired: false, hasFactor: true, hasUsedSecondFactor: false, ok: true },
  ])('%o', ({ ok, ...change }) => {
    expect(canChangeFactors(change).ok).toBe(ok)
  })
})

describe('site that requires a second factor of staff', () => {
  const pass = 'columns in the evening sun'
  let site: TestSite
  beforeAll(async () => {
    site = await aSite()
    await transact(site.ctx, (tx) =>
      changeSettings(tx, loginSettings, { require_second_factor_for_staff: true }),
    )
  })
  afterAll(() => site.close())

  type Staff = Awaited<ReturnType<typeof aUser>>
  const anAdmin = () => aUser(site.ctx, { role: 'admin', password: pass })

  async function logInWithPassword({ email }: Staff) {
    return (await site.as().call(login, { e_mail: email, pass })).access_token
  }

  async function logInWithPasskey({ id }: Staff) {
    const signChallenge = await aPasskey(site, id)
    const { token, options } = await site.as().call(passkeyLoginOptions, {})
    const response = signChallenge(options)
    return (await site.as().call(loginWithPasskey, { token, response })).access_token
  }

  async function setUpApp({ token }: Staff) {
    const me = site.as(token)
    const { secret } = await me.call(startTotp, { pass })
    const code = () => codeAt(secret, stepAt(site.ctx.clock.now()))
    const { recovery_codes } = await me.call(confirmTotp, { code: code() })
    site.advance(30_000)
    return { code, recoveryCode: recovery_codes[0] ?? '' }
  }

  async function logInWithCode({ email }: Staff, code: string) {
    const { data } = await expectError(
      site.as().call(login, { e_mail: email, pass }),
      'second_factor.required',
    )
    const { token } = data as { token: string }
    return (await site.as().call(loginWithCode, { token, code })).access_token
  }

  /** Also checks that the security page gets the same result. */
  async function canUseStaffTools(token: string) {
    const canUse = await site
      .as(token)
      .call(listMailLog, {})
      .then(
        () => true,
        () => false,
      )
    const { session_verified } = await site.as(token).call(secondFactor, {})
    expect(session_verified).toBe(canUse)
    return canUse
  }

  const methods: Record<string, { logIn(admin: Staff): Promise<string>; canUse: boolean }> = {
    'a password': { logIn: logInWithPassword, canUse: false },
    'a password, by a user who owns a passkey': {
      async logIn(admin) {
        await aPasskey(site, admin.id)
        return await logInWithPassword(admin)
      },
      canUse: false,
    },
    'an activation link': {
      async logIn(admin) {
        await site.db.update(users).set({ activatedAt: null }).where(eq(users.id, admin.id))
        const code = await transact(site.ctx, (tx) => issueCode(tx, admin.id, 'activate'))
        return (await site.as().call(activate, { code })).access_token
      },
      canUse: false,
    },
    'a passkey': { logIn: logInWithPasskey, canUse: true },
    'a password and a code of the app': {
      async logIn(admin) {
        return await logInWithCode(admin, (await setUpApp(admin)).code())
      },
      canUse: true,
    },
    'a password and a recovery code': {
      async logIn(admin) {
        return await logInWithCode(admin, (await setUpApp(admin)).recoveryCode)
      },
      canUse: true,
    },
  }

  it.each(Object.entries(methods))(
    'session started with %s',
    async (_method, { logIn, canUse }) => {
      expect(await canUseStaffTools(await logIn(await anAdmin()))).toBe(canUse)
    },
  )

  it('requires a new login for sessions older than the recorded method', async () => {
    const admin = await anAdmin()
    const token = await logInWithPasskey(admin)
    const [column] = await site.db
      .insert(sessions)
      .values({
        tokenHash: 'an older session',
        userId: admin.id,
        roleId: roles.admin,
        address: '127.0.0.1',
        createdAt: site.ctx.clock.now(),
        lastSeenAt: site.ctx.clock.now(),
        expiresAt: site.ctx.clock.now(),
      })
      .returning({ authMethod: sessions.authMethod })
    expect(column).toEqual({ authMethod: 'unknown' })
    await site.db
      .update(sessions)
      .set({ authMethod: 'unknown' })
      .where(eq(sessions.userId, admin.id))
    await expectError(site.as(token).call(listMailLog, {}), 'second_factor.missing')
  })

  it('rejects a new second factor from a session that used only the password', async () => {
    const admin = await anAdmin()
    await site.as(admin.token).call(startTotp, { pass })
    await aPasskey(site, admin.id)
    const stolen = site.as(await logInWithPassword(admin))
    await expectError(stolen.call(startTotp, { pass }), 'second_factor.missing')
    await expectError(stolen.call(confirmTotp, { code: '000000' }), 'second_factor.missing')
    await expectError(stolen.call(passkeyOptions, { pass }), 'second_factor.missing')
    const owner = site.as(await logInWithPasskey(admin))
    expect((await owner.call(startTotp, { pass })).secret).not.toBe('')
  })
})
