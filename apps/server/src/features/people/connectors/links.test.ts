import {
  finishConnector,
  listLinkedConnectors,
  loginWithConnector,
  startConnector,
  unlinkConnector,
} from '@stoa/contract/features/connectors'
import { deleteAccount } from '@stoa/contract/features/profile-settings'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMail } from '../../../../../../scripts/services/inbox.ts'
import {
  aConnector,
  anExternalUser,
  fromAnywhere,
  signInAt,
  startAt,
  toFinish,
} from '../../../../test/connectors.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { externalAccounts } from '../../../schema/connectors.ts'
import { removePlugin, setEnabled } from '../../admin/plugins/plugins.actions.ts'
import { aUser } from '../auth/accounts.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
  await aConnector(site, { slug: 'hub', label: 'Hub' })
  await aConnector(site, { slug: 'other', label: 'Other' })
  await aConnector(site, { slug: 'directory', type: 'form' })
})
afterAll(() => site.close())

const linksOf = (userId: string) =>
  site.db.select().from(externalAccounts).where(eq(externalAccounts.userId, userId))
const unlink = (token: string, external_id: string, plugin_slug_name?: string) =>
  site.as(token).call(unlinkConnector, { external_id, plugin_slug_name })

describe('linking', () => {
  it('adds an account at a service to the account of the session, and says so by email', async () => {
    const ada = await aUser(site.ctx)
    const user = anExternalUser()
    const linked = await signInAt(site, 'hub', user, ada.token)
    expect(linked).toMatchObject({ outcome: 'linked', session: null })
    expect((await waitForMail({ to: ada.email })).subject).toContain('Hub was connected')
    const list = await site.as(ada.token).call(listLinkedConnectors, {})
    expect(
      list.map(({ slug_name, binding, external_id }) => [slug_name, binding, external_id]),
    ).toEqual([
      ['directory', false, ''],
      ['hub', true, user.id],
      ['other', false, ''],
    ])
    // The email of the service does not matter.
    expect((await signInAt(site, 'hub', user)).session?.id).toBe(ada.id)
    expect(await signInAt(site, 'hub', user, ada.token)).toMatchObject({ outcome: 'linked' })
  })

  it('works with a password of the service', async () => {
    const ada = await aUser(site.ctx)
    const input = { plugin_slug_name: 'directory', username: 'lovelace', password: 'open sesame' }
    const client = fromAnywhere(site, ada.token)
    const linked = await client.call(loginWithConnector, { ...input, intent: 'link' })
    expect(linked).toMatchObject({ outcome: 'linked', session: null })
    expect((await fromAnywhere(site).call(loginWithConnector, input)).session?.id).toBe(ada.id)
  })

  it('is for active members only', async () => {
    const inactive = await aUser(site.ctx, { isActivated: false })
    for (const token of [undefined, inactive.token]) {
      const input = { plugin_slug_name: 'hub', intent: 'link' } as const
      await expectError(fromAnywhere(site, token).call(startConnector, input), 'auth.required')
    }
  })

  it('is finished by the user who started it', async () => {
    const [ada, eve] = [await aUser(site.ctx), await aUser(site.ctx)]
    const user = anExternalUser()
    for (const token of [undefined, eve.token]) {
      const input = toFinish('hub', user, await startAt(site, 'hub', ada.token))
      const finished = fromAnywhere(site, token).call(finishConnector, input)
      await expectError(finished, token === undefined ? 'auth.required' : 'connector.expired')
    }
    expect([...(await linksOf(ada.id)), ...(await linksOf(eve.id))]).toEqual([])
  })

  it('rejects an account of the service that another user has', async () => {
    const [ada, eve] = [await aUser(site.ctx), await aUser(site.ctx)]
    const user = anExternalUser()
    await signInAt(site, 'hub', user, ada.token)
    const taken = await expectError(signInAt(site, 'hub', user, eve.token), 'connector.taken')
    expect(taken.msg).toContain('This account of Hub')
  })

  it('rejects a second account of the same service', async () => {
    const ada = await aUser(site.ctx)
    await signInAt(site, 'hub', anExternalUser(), ada.token)
    const again = signInAt(site, 'hub', anExternalUser(), ada.token)
    await expectError(again, 'connector.already_linked')
  })

  it('gives one account at a service to one of two users who link it at once', async () => {
    const both = [await aUser(site.ctx), await aUser(site.ctx)]
    const user = anExternalUser()
    const results = await Promise.allSettled(
      both.map(({ token }) => signInAt(site, 'hub', user, token)),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('DELETE /connector/user/unbinding', () => {
  it('removes a link, and then the service leads to no account', async () => {
    const ada = await aUser(site.ctx, { password: 'columns in the evening' })
    const user = anExternalUser()
    await signInAt(site, 'hub', user, ada.token)
    await unlink(ada.token, user.id)
    expect(await linksOf(ada.id)).toEqual([])
    expect((await signInAt(site, 'hub', user)).session?.id).not.toBe(ada.id)
    await expectError(unlink(ada.token, user.id), 'connector.not_linked')
  })

  it('removes nothing of other users', async () => {
    const [ada, eve] = [await aUser(site.ctx), await aUser(site.ctx)]
    const user = anExternalUser()
    await signInAt(site, 'hub', user, ada.token)
    await expectError(unlink(eve.token, user.id), 'connector.not_linked')
    expect(await linksOf(ada.id)).toHaveLength(1)
  })

  it('needs the name of the service if two have the same id', async () => {
    const ada = await aUser(site.ctx)
    const user = anExternalUser()
    await signInAt(site, 'hub', user, ada.token)
    await signInAt(site, 'other', user, ada.token)
    await expectError(unlink(ada.token, user.id), 'connector.not_linked')
    await unlink(ada.token, user.id, 'other')
    expect((await linksOf(ada.id)).map(({ slug }) => slug)).toEqual(['hub'])
  })

  it('leaves the last way to log in, also when two are removed at once', async () => {
    const ada = await aUser(site.ctx)
    const [one, two] = [anExternalUser(), anExternalUser()]
    await signInAt(site, 'hub', one, ada.token)
    await signInAt(site, 'other', two, ada.token)
    const both = await Promise.allSettled([unlink(ada.token, one.id), unlink(ada.token, two.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [left] = await linksOf(ada.id)
    await expectError(unlink(ada.token, left?.externalId ?? ''), 'connector.last_sign_in')
  })

  it('does not count a password that cannot be used, or a service that is disabled', async () => {
    const ada = await aUser(site.ctx, { password: 'columns in the evening' })
    const user = anExternalUser()
    await signInAt(site, 'hub', user, ada.token)
    const set = (allow_password_login: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { allow_password_login }))
    await set(false)
    await expectError(unlink(ada.token, user.id), 'connector.last_sign_in')
    await set(true)
    const slug = await aConnector(site, { slug: 'brief' })
    const ben = await aUser(site.ctx)
    await signInAt(site, slug, anExternalUser(), ben.token)
    await signInAt(site, 'hub', anExternalUser(), ben.token)
    await transact(site.ctx, (tx) => setEnabled(tx, { slug, enabled: false }, null))
    const [ofHub] = (await linksOf(ben.id)).filter((link) => link.slug === 'hub')
    await expectError(unlink(ben.token, ofHub?.externalId ?? ''), 'connector.last_sign_in')
  })
})

describe('links', () => {
  it('stay while a plugin is disabled, and go with its data', async () => {
    const slug = await aConnector(site, { slug: 'leaving' })
    const user = anExternalUser()
    const { session } = await signInAt(site, slug, user)
    const userId = session?.id ?? ''
    await transact(site.ctx, (tx) => setEnabled(tx, { slug, enabled: false }, null))
    await expectError(signInAt(site, slug, user), 'connector.not_found')
    await transact(site.ctx, (tx) => removePlugin(tx, { slug, data: false }, null))
    expect(await linksOf(userId)).toHaveLength(1)
    await transact(site.ctx, (tx) => removePlugin(tx, { slug, data: true }, null))
    expect(await linksOf(userId)).toEqual([])
  })

  it('are deleted with the account', async () => {
    const user = anExternalUser()
    const { session } = await signInAt(site, 'hub', user)
    await site.as(session?.access_token).call(deleteAccount, { content: 'keep' })
    expect(await linksOf(session?.id ?? '')).toEqual([])
    expect((await signInAt(site, 'hub', user)).session?.id).not.toBe(session?.id)
  })
})
