import { loginWithConnector } from '@stoa/contract/features/connectors'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aConnector, fromAnywhere } from '../../../../test/connectors.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { signIns } from '../../../schema/sign-ins.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
  await aConnector(site, { slug: 'directory', type: 'form' })
  await aConnector(site, { slug: 'hub' })
})
afterAll(() => site.close())

const lastSignIn = async (userId: string) => {
  const rows = await site.db.select().from(signIns).where(eq(signIns.userId, userId))
  return rows.at(-1)
}

describe('POST /connector/login', () => {
  const logIn = (username: string, password = 'open sesame') =>
    fromAnywhere(site).call(loginWithConnector, {
      plugin_slug_name: 'directory',
      username,
      password,
    })

  it('logs in with a username and a password of the service', async () => {
    const { session } = await logIn('ada')
    expect(session).toMatchObject({ e_mail: 'ada@example.org', display_name: 'Member ada' })
    expect((await logIn('ada')).session?.id).toBe(session?.id)
  })

  it('says the same for a wrong username and a wrong password, and records it', async () => {
    const id = (await logIn('clara')).session?.id ?? ''
    const wrong = await expectError(logIn('clara', 'guess'), 'account.wrong_credentials')
    expect(wrong.data).toMatchObject([{ error_field: 'username' }])
    const unknown = await expectError(logIn('nobody', 'guess'), 'account.wrong_credentials')
    expect(unknown).toEqual(wrong)
    expect(await lastSignIn(id)).toMatchObject({ method: 'connector', outcome: 'wrong_password' })
    expect((await expectError(logIn('deny'), 'connector.rejected')).msg).toContain('employees')
  })

  it('limits guesses of one account from all networks together', async () => {
    const guesses = Array.from({ length: 31 }, (_, n) => logIn('victim', `guess ${n}`))
    const reasons = await Promise.all(guesses.map((guess) => expectFailure(guess)))
    expect(new Set(reasons)).toEqual(
      new Set(['error.account.wrong_credentials', 'base.too_many_requests']),
    )
  })

  it('is for services with a form', async () => {
    const input = { plugin_slug_name: 'hub', username: 'ada', password: 'open sesame' }
    await expectError(fromAnywhere(site).call(loginWithConnector, input), 'connector.not_found')
  })
})

async function expectFailure(call: Promise<unknown>) {
  return await call.then(
    () => 'done',
    (error: unknown) => (error as { envelope: { reason: string } }).envelope.reason,
  )
}
