import { callPlugin, listPluginLog, listPlugins } from '@stoa/contract/features/plugins'
import { askQuestion } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aPackage } from '../../../../test/plugins.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { pluginData, plugins } from '../../../schema/plugins.ts'
import { staffLog } from '../../../schema/staff-log.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { disableFaultedPlugin, setEnabled } from './plugins.actions.ts'
import { siteCaller } from '../../../kernel/plugins.ts'
import { aPlugin } from './plugins.factory.ts'
import { runDueJobs } from './plugins.jobs.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const asRole = async (role: 'user' | 'moderator' | 'admin') =>
  site.as((await aUser(site.ctx, { role, name: 'Ada' })).token)

async function readData(slug: string, key: string) {
  const rows = await site.db.select().from(pluginData).where(eq(pluginData.slug, slug))
  return rows.find((row) => row.key === key)?.value
}

/** The first call starts a process, which may be late on a busy machine. */
const untilStarted = (call: () => Promise<unknown>) => vi.waitFor(call, { timeout: 60_000 })

describe('POST /plugin/call', () => {
  const access = ['visitor', 'member', 'staff', 'admin'] as const
  const server = `
    import { Rejection } from '@stoa/plugin-kit/server'
    const whoami = (input, kit) => ({ input, role: kit.viewer?.role ?? null })
    export default { functions: {
      visitor: whoami, member: whoami, staff: whoami, admin: whoami,
      decline() { throw new Rejection('Too much flour.') },
      fail() { throw new Error('secret detail') },
      lie() { return new Map([[{}, () => 1]]).keys },
      hidden: whoami,
    } }`
  const names = [...access, 'decline', 'fail', 'lie'] as const
  const functions = names.map((name) => ({
    name,
    access: access.find((tier) => tier === name) ?? 'visitor',
  }))
  beforeAll(async () => {
    await aPlugin(site.ctx, aPackage({ slug: 'caller', server, provides: { functions } }))
    await untilStarted(() => call(site.as(), 'visitor'))
  })
  const call = (client: ReturnType<TestSite['as']>, name: string) =>
    client.call(callPlugin, { plugin_slug_name: 'caller', name, input: { bread: 1 } })

  it('calls a function with the input and the caller', async () => {
    const { result } = await call(await asRole('moderator'), 'visitor')
    expect(result).toEqual({ input: { bread: 1 }, role: 'moderator' })
    expect(await call(site.as(), 'visitor')).toMatchObject({ result: { role: null } })
  })

  it('lets only those call that the manifest admits', async () => {
    const callers = [null, 'user', 'moderator', 'admin'] as const
    for (const [level, role] of callers.entries()) {
      const client = role === null ? site.as() : await asRole(role)
      for (const [needed, name] of access.entries()) {
        if (needed <= level) await call(client, name)
        else
          await expectError(call(client, name), role === null ? 'auth.required' : 'auth.forbidden')
      }
    }
  })

  it('shows the message of a rejection, and no details of a failure', async () => {
    expect((await expectError(call(site.as(), 'decline'), 'plugin.rejected')).msg).toBe(
      'Too much flour.',
    )
    const failed = await expectError(call(site.as(), 'fail'), 'plugin.failed')
    expect(failed.status).toBe(502)
    expect(JSON.stringify(failed)).not.toContain('secret detail')
    const admin = await asRole('admin')
    const readLog = async () => {
      const { list } = await admin.call(listPluginLog, { plugin_slug_name: 'caller' })
      return list.map(({ message }) => message).join(' ')
    }
    await expect.poll(readLog).toContain('secret detail')
  })

  it('does not call what is not declared, or a plugin that is disabled', async () => {
    await expectError(call(site.as(), 'hidden'), 'plugin.function_unknown')
    await expectError(call(site.as(), 'toString'), 'plugin.function_unknown')
    const unknown = site.as().call(callPlugin, { plugin_slug_name: 'nobody', name: 'visitor' })
    await expectError(unknown, 'plugin.not_found')
  })
})

describe('events', () => {
  const server = `
    let failures = 0
    export default { events: {
      async 'question.created'(event, kit) {
        if (event.data.question.title.includes('Sour') && failures++ === 0) throw new Error('not yet')
        await kit.storage.set(event.data.question.title, { id: event.id, name: event.name, at: event.at,
          times: Number((await kit.storage.get('times')) ?? 0) + 1 })
        await kit.storage.set('viewer', kit.viewer)
      },
    } }`
  const manifest = { permissions: { storage: true } }
  const archive = (slug: string) =>
    aPackage({ slug, server, manifest, provides: { events: ['question.created'] } })

  it('are sent to plugins that want them, again after a failure, and not to others', async () => {
    await aPlugin(site.ctx, archive('listener'))
    await aPlugin(site.ctx, archive('sleeper'), { isEnabled: false })
    const ada = await asRole('user')
    const titles = ['How long does rye bread bake?', 'Sour dough that does not rise?']
    for (const title of titles) await aQuestion(ada, { title })
    for (const title of titles)
      await expect
        .poll(() => readData('listener', title), { timeout: 30_000 })
        .toMatchObject({ name: 'question.created' })
    expect(await readData('listener', 'viewer')).toBe(null)
    expect(await site.db.$count(pluginData, eq(pluginData.slug, 'sleeper'))).toBe(0)
  })

  it('cost one statement, and none when no plugin wants them', async () => {
    const idle = await aSite()
    try {
      const { token } = await aUser(idle.ctx)
      const countStatements = async () => {
        // Questions within seconds need captchas.
        idle.advance(60_000)
        const response = await idle.app.inject({
          method: 'POST',
          url: askQuestion.path,
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
          payload: {
            title: 'How long does a starter keep?',
            content: 'In the fridge.',
            tags: [{ slug_name: 'baking' }],
          },
        })
        expect(response.statusCode).toBe(200)
        return Number(response.headers['x-sql-count'])
      }
      // The first ones create the tag and prepare statements.
      for (let times = 0; times < 3; times++) await countStatements()
      const before = await countStatements()
      const slug = await aPlugin(idle.ctx, archive('listener'))
      expect(await countStatements()).toBe(before + 1)
      await transact(idle.ctx, (tx) => setEnabled(tx, { slug, enabled: false }, null))
      expect(await countStatements()).toBe(before)
    } finally {
      await idle.close()
    }
  })
})

describe('jobs', () => {
  it('run when they are due, once for all processes', async () => {
    const server = `export default { functions: { ping: () => null }, jobs: {
      async bake(kit) { await kit.storage.set('times', Number((await kit.storage.get('times')) ?? 0) + 1) },
    } }`
    const functions = [{ name: 'ping', access: 'visitor' }]
    const provides = { functions, jobs: [{ name: 'bake', everyMinutes: 60 }] }
    const manifest = { permissions: { storage: true } }
    const slug = await aPlugin(site.ctx, aPackage({ slug: 'baker', server, provides, manifest }))
    await untilStarted(() =>
      site.ctx.plugins.call(slug, 'function', { name: 'ping', input: null }, siteCaller(site.ctx)),
    )
    await Promise.all([runDueJobs(site.ctx), runDueJobs(site.ctx)])
    expect(await readData(slug, 'times')).toBe(1)
    site.advance(50 * 60_000)
    await runDueJobs(site.ctx)
    expect(await readData(slug, 'times')).toBe(1)
    site.advance(10 * 60_000)
    await runDueJobs(site.ctx)
    expect(await readData(slug, 'times')).toBe(2)
  })
})

describe('a plugin that fails too often', () => {
  it('is disabled, with an entry in the staff log and an email to admins', async () => {
    const { email } = await aUser(site.ctx, { role: 'admin' })
    const slug = await aPlugin(site.ctx, aPackage({ slug: 'flaky', server: 'export default {}' }))
    const fault = { slug, version: '1.0.0', reason: 'It is late.' }
    const emitted: string[] = []
    await transact(site.ctx, async (tx) => {
      const emit = tx.emit.bind(tx)
      Object.assign(tx, {
        emit: async (...args: Parameters<typeof emit>) => {
          emitted.push(args[0])
          await emit(...args)
        },
      })
      await disableFaultedPlugin(tx, { ...fault, version: '0.9.0' })
      expect(emitted).toEqual([])
      await disableFaultedPlugin(tx, fault)
    })
    expect(emitted).toContain('plugin.faulted')
    expect(site.ctx.plugins.find(slug)?.isEnabled).toBe(false)
    const admin = await asRole('admin')
    const found = (await admin.call(listPlugins, {})).find(({ slug_name }) => slug_name === slug)
    expect(found).toMatchObject({ state: 'faulted', enabled: false })
    const entries = await site.db.select().from(staffLog).where(eq(staffLog.actorId, '0'))
    expect(entries.map(({ after }) => after)).toContainEqual({ fault: 'It is late.' })
    const mail = await waitForMail({ to: email, text: /It is late\./ })
    expect(mail.text).toContain(`/admin/plugins/${slug}`)
    await transact(site.ctx, (tx) => setEnabled(tx, { slug, enabled: true }, null))
    const [row] = await site.db.select().from(plugins).where(eq(plugins.slug, slug))
    expect(row).toMatchObject({ enabled: true, fault: null })
  })
})
