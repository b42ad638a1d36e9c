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
import { aPasskey } from '../../../test/passkeys.ts'
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import { refusal } from '../../kernel/access.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { canChangeFactors } from '../second-factor/second-factor.rules.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'
import { users } from '../users/users.table.ts'
import { aPerson } from './accounts.factory.ts'
import { usesSecondFactor } from './accounts.rules.ts'
import { type AuthMethod, authMethods, sessions } from './accounts.table.ts'
import { issueCode } from './codes.ts'

const isStrong: Record<AuthMethod, boolean> = {
  unknown: false,
  password: false,
  email_link: false,
  totp: true,
  recovery_code: true,
  passkey: true,
}

describe('staff tools by how the session began', () => {
  const rows = authMethods.flatMap((method) =>
    [true, false].map((staffSecured) => ({
      method,
      staffSecured,
      expected: staffSecured && !isStrong[method] ? 'second_factor.missing' : undefined,
    })),
  )

  it.each(rows)('$method, second factor required: $staffSecured, gives $expected', (row) => {
    const admin = {
      id: '1',
      roleId: roles.admin,
      reputation: 1,
      isActivated: true,
      isSuspended: false,
      isSecured: usesSecondFactor(row.method),
    }
    const site = { isInstalled: true, loginRequired: false, staffSecured: row.staffSecured }
    for (const tier of ['moderator', 'admin'] as const)
      expect(refusal(tier, admin, site)?.code).toBe(row.expected)
    expect(refusal('member', admin, site)).toBeNull()
  })
})

describe('canChangeFactors', () => {
  it.each([
    { isRequired: true, ownsFactor: true, isSecured: false, ok: false },
    { isRequired: true, ownsFactor: true, isSecured: true, ok: true },
    { isRequired: true, ownsFactor: false, isSecured: false, ok: true },
    { isRequired: false, ownsFactor: true, isSecured: false, ok: true },
  ])('%o', ({ ok, ...change }) => {
    expect(canChangeFactors(change).ok).toBe(ok)
  })
})

describe('a site that requires a second factor of staff', () => {
  const pass = 'columns in the evening sun'
  let site: TestSite
  beforeAll(async () => {
    site = await aSite()
    await transact(site.ctx, (tx) =>
      changeSettings(tx, site.ctx, loginSettings, { require_second_factor_for_staff: true }),
    )
  })
  afterAll(() => site.close())

  type Staff = Awaited<ReturnType<typeof aPerson>>
  const anAdmin = () => aPerson(site.ctx, { role: 'admin', password: pass })

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

  /** Whether the session opens staff tools; what the security page is told must agree. */
  async function opensTools(token: string) {
    const opens = await site
      .as(token)
      .call(listMailLog, {})
      .then(
        () => true,
        () => false,
      )
    const { session_verified } = await site.as(token).call(secondFactor, {})
    expect(session_verified).toBe(opens)
    return opens
  }

  const ways: Record<string, { begin(admin: Staff): Promise<string>; opens: boolean }> = {
    'a password': { begin: logInWithPassword, opens: false },
    'a password, by someone who owns a passkey': {
      async begin(admin) {
        await aPasskey(site, admin.id)
        return await logInWithPassword(admin)
      },
      opens: false,
    },
    'an activation link': {
      async begin(admin) {
        await site.ctx.db.update(users).set({ activatedAt: null }).where(eq(users.id, admin.id))
        const code = await transact(site.ctx, (tx) => issueCode(tx, admin.id, 'activate'))
        return (await site.as().call(activate, { code })).access_token
      },
      opens: false,
    },
    'a passkey': { begin: logInWithPasskey, opens: true },
    'a password and a code of the app': {
      async begin(admin) {
        return await logInWithCode(admin, (await setUpApp(admin)).code())
      },
      opens: true,
    },
    'a password and a recovery code': {
      async begin(admin) {
        return await logInWithCode(admin, (await setUpApp(admin)).recoveryCode)
      },
      opens: true,
    },
  }

  it.each(Object.entries(ways))('session begun with %s', async (_way, { begin, opens }) => {
    expect(await opensTools(await begin(await anAdmin()))).toBe(opens)
  })

  it('asks sessions from before the method was recorded to log in again', async () => {
    const admin = await anAdmin()
    const token = await logInWithPasskey(admin)
    const [column] = await site.ctx.db
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
    await site.ctx.db
      .update(sessions)
      .set({ authMethod: 'unknown' })
      .where(eq(sessions.userId, admin.id))
    await expectError(site.as(token).call(listMailLog, {}), 'second_factor.missing')
  })

  it('lets nobody who knows only the password add a second factor beside that of the owner', async () => {
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
