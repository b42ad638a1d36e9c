import { type FirstStep, listFirstSteps, setFirstStep } from '@stoa/contract/features/dashboard'
import { generalSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  admin = await aUser(site.ctx, { role: 'admin' })
  await aQuestion(site.as(admin.token), { tags: ['baking', 'rye', 'wheat'] })
})
afterAll(() => site.close())

describe('GET dashboard/first-steps', () => {
  const listDone = async () => {
    const steps = await site.as(admin.token).call(listFirstSteps, {})
    return steps.filter((step) => step.is_done).map(({ name }) => name)
  }

  it('says what is done', async () => {
    expect(await listDone()).toEqual(['tags', 'people'])
    await transact(site.ctx, (tx) =>
      changeSettings(tx, generalSettings, { description: 'About bread.' }),
    )
    expect(await listDone()).toEqual(['description', 'tags', 'people'])
  })

  it('keeps what an admin dismissed or confirmed, until it is shown again', async () => {
    const as = site.as(admin.token)
    const stateOf = async (name: FirstStep) => {
      const { is_done, is_dismissed } = (await as.call(listFirstSteps, {})).find(
        (step) => step.name === name,
      )!
      return { is_done, is_dismissed }
    }
    await Promise.all([
      as.call(setFirstStep, { name: 'logo', state: 'dismissed' }),
      as.call(setFirstStep, { name: 'backup', state: 'confirmed' }),
    ])
    expect(await stateOf('logo')).toEqual({ is_done: false, is_dismissed: true })
    expect(await stateOf('backup')).toEqual({ is_done: true, is_dismissed: false })
    for (const name of ['logo', 'backup'] as const) {
      await as.call(setFirstStep, { name, state: 'open' })
      expect(await stateOf(name)).toEqual({ is_done: false, is_dismissed: false })
    }
    await expectError(
      as.call(setFirstStep, { name: 'logo', state: 'confirmed' }),
      'setting.unknown_option',
    )
  })

  it('says that nothing is done on a new site', async () => {
    const fresh = await aSite()
    const { token } = await aUser(fresh.ctx, { role: 'admin' })
    // The only other admin is the one who installed the site.
    await fresh.db.execute(sql`update users set status = 'suspended' where username = 'rut'`)
    const steps = await fresh.as(token).call(listFirstSteps, {})
    expect(steps.filter((step) => step.is_done)).toEqual([])
    await fresh.close()
  })
})
