// Walks every admin call that changes something: each leaves an entry of the caller in the staff log.
import type { Client } from '@stoa/contract/client'
import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import * as apiKeys from '@stoa/contract/features/api-keys'
import * as badges from '@stoa/contract/features/badges'
import * as bulk from '@stoa/contract/features/bulk-actions'
import * as content from '@stoa/contract/features/content-admin'
import { setFirstStep } from '@stoa/contract/features/dashboard'
import { deletePermanently } from '@stoa/contract/features/content-moderation'
import { flagContent, listFlagCases } from '@stoa/contract/features/flags'
import { startMaintenance } from '@stoa/contract/features/health'
import * as invitations from '@stoa/contract/features/invitations'
import { checkMailServer } from '@stoa/contract/features/mail-check'
import * as operations from '@stoa/contract/features/operations'
import * as people from '@stoa/contract/features/people'
import { deleteQuestion } from '@stoa/contract/features/questions'
import * as pluginCalls from '@stoa/contract/features/plugins'
import * as settings from '@stoa/contract/features/site-settings'
import { endUserSessions } from '@stoa/contract/features/user-overview'
import * as webhooks from '@stoa/contract/features/webhooks'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Events } from '../src/events.ts'
import { listeners } from '../src/features.ts'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aPlugin, sendPackage } from '../src/features/admin/plugins/plugins.factory.ts'
import type { EventName } from '../src/kernel/context.ts'
import { staffLog } from '../src/schema/staff-log.ts'
import { webhookDeliveries } from '../src/schema/webhooks.ts'
import { aPackage } from './plugins.ts'
import { serveNpm } from './npm-registry.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let admin: Client
let adminId: string
let adminToken: string
let ada: Client

// Without workers, so that nothing else writes entries.
beforeAll(async () => {
  site = await aSite()
  const root = await aUser(site.ctx, { name: 'Rosa', role: 'admin' })
  ;[admin, adminId, adminToken] = [site.as(root.token), root.id, root.token]
  ada = site.as((await aUser(site.ctx)).token)
})
afterAll(() => site.close())

const aMember = async (options: Parameters<typeof aUser>[1] = {}) =>
  ({ user_id: (await aUser(site.ctx, options)).id }) as const
const anUnconfirmedUser = () => aMember({ isActivated: false })

async function runJobs<Name extends EventName>(name: Name, payload: Events[Name]) {
  for (const { run } of listeners.after.get(name) ?? []) await run(site.ctx, payload as never)
}

async function aDeletedQuestion() {
  const { id } = await aQuestion(ada)
  await admin.call(deleteQuestion, { id })
  return id
}

async function aBulkAction() {
  const ids = [await aQuestion(ada), await aQuestion(ada)].map(({ id }) => id)
  return await admin.call(bulk.startBulkAction, { object_type: 'question', action: 'delete', ids })
}

async function aFailedJob() {
  await site.db.execute(sql`
    insert into pgboss.job (name, data, source_name, source_output)
    values ('dead', '{}', 'question.asked/index', '{"message": "Error: index is missing"}')`)
  return { queue: 'question.asked/index' }
}

const badge = { name: 'Baker', description: 'For bakers.', icon: 'pencil-fill', level: 2 } as const
let badgeCount = 0
const aBadge = () =>
  admin.call(badges.createBadge, {
    ...badge,
    name: `Baker ${++badgeCount}`,
    condition: 'questions_asked',
    amount: 2,
  })

const aKey = () => admin.call(apiKeys.createApiKey, { description: 'Backup', scope: 'read' })

async function aFlagCase() {
  const { id } = await aQuestion(ada)
  await admin.call(flagContent, { object_id: id, report_type: 57 })
  const { list } = await admin.call(listFlagCases, {})
  return list.find(({ object_id }) => object_id === id)!.flag_id
}

const changeName = async (name: string) =>
  await admin.call(settings.changeGeneralSettings, { name })

const webhook = { url: 'https://example.org/hook', events: ['question.created' as const] }
const aWebhook = () => admin.call(webhooks.createWebhook, webhook)

let pluginCount = 0
const aPluginPackage = (slug = `oven-${++pluginCount}`, version = '1.0.0') =>
  aPackage({
    slug,
    version,
    server: `export default { actions: { bake: () => 'Done.' } }`,
    provides: { actions: ['bake'] },
    manifest: { settings: [{ name: 'heat', type: 'input', title: 'Heat' }] },
  })

async function anInstalledPlugin(isEnabled = true) {
  return { plugin_slug_name: await aPlugin(site.ctx, aPluginPackage(), { isEnabled }) }
}

async function aStoredPackage() {
  const { data } = await sendPackage(site.app, aPluginPackage(), adminToken)
  return { package_id: data.package_id }
}

/** What a call needs is prepared first; the returned call is the one that is checked. */
type Case = () => Promise<() => Promise<unknown>>
const setting =
  (endpoint: Endpoint, input: Record<string, unknown>): Case =>
  async () =>
  () =>
    admin.call(endpoint, input)

const cases: Record<string, Case> = {
  'dashboard.setFirstStep': setting(setFirstStep, { name: 'logo', state: 'dismissed' }),
  'site-settings.changeGeneralSettings': setting(settings.changeGeneralSettings, { name: 'Oven' }),
  'site-settings.changeInterfaceSettings': setting(settings.changeInterfaceSettings, {
    time_zone: 'Europe/Lisbon',
  }),
  'site-settings.changeBrandingSettings': setting(settings.changeBrandingSettings, {
    logo: 'https://example.org/logo.png',
  }),
  'site-settings.changeThemeSettings': setting(settings.changeThemeSettings, {
    theme_config: { default: { primary_color: '#c2410c' } },
  }),
  'site-settings.changeCustomMarkup': setting(settings.changeCustomMarkup, {
    custom_css: 'p { color: red }',
  }),
  'site-settings.changeSeoSettings': setting(settings.changeSeoSettings, { permalink: 2 }),
  'site-settings.changeLegalSettings': setting(settings.changeLegalSettings, {
    privacy_policy_original_text: 'Nothing is sold.',
  }),
  'site-settings.changeSiteMode': setting(settings.changeSiteMode, { message: 'Back soon.' }),
  'site-settings.changeLoginSettings': setting(settings.changeLoginSettings, {
    allow_new_registrations: false,
  }),
  'site-settings.changeUserSettings': setting(settings.changeUserSettings, {
    allow_update_bio: false,
  }),
  'site-settings.changeWriteSettings': setting(settings.changeWriteSettings, {
    restrict_answer: false,
  }),
  'site-settings.changeModerationSettings': setting(settings.changeModerationSettings, {
    hold_words: ['cheap visa'],
  }),
  'site-settings.changeVotingSettings': setting(settings.changeVotingSettings, { serial_votes: 9 }),
  'site-settings.changeMailDelivery': setting(settings.changeMailDelivery, {
    bounce_address: 'bounces@example.org',
  }),
  'site-settings.changeSmtpSettings': setting(settings.changeSmtpSettings, {
    from_name: 'Porch of Rut',
  }),
  'mail-check.checkMailServer': setting(checkMailServer, {}),
  'site-settings.changePrivilegeSettings': setting(settings.changePrivilegeSettings, { level: 1 }),
  'site-settings.restoreSettings': async () => {
    const { history_ids: ids } = await changeName('Before')
    return () => admin.call(settings.restoreSettings, { ids })
  },
  'site-settings.resetSettings': async () => {
    await changeName('Before the reset')
    return () =>
      admin.call(settings.resetSettings, {
        settings_page: 'voting',
        settings: ['voting.serial_votes'],
      })
  },
  'content-moderation.deletePermanently': async () => {
    const object_id = await aDeletedQuestion()
    const reason = 'Contains an address.'
    return async () => {
      await admin.call(deletePermanently, { object_id, reason })
      await runJobs('content.removal_asked', { objectId: object_id, userId: adminId, reason })
    }
  },
  'people.createActivationLink': async () => {
    const user = await anUnconfirmedUser()
    return () => admin.call(people.createActivationLink, user)
  },
  'people.activateByLink': async () => {
    const user = await anUnconfirmedUser()
    return () => admin.call(people.activateByLink, { ...user, by: 'link' })
  },
  'people.addAccounts': async () => () =>
    admin.call(people.addAccounts, { users: 'Ines, ines@example.org, columns of marble' }),
  'people.changeRole': async () => {
    const user = await aMember()
    return () => admin.call(people.changeRole, { ...user, role_id: 3 })
  },
  'people.changeStatus': async () => {
    const user = await aMember()
    return () => admin.call(people.changeStatus, { ...user, status: 'suspended', reason: 'Spam.' })
  },
  'people.editAccount': async () => {
    const user = await aMember({ name: 'Tim' })
    return () =>
      admin.call(people.editAccount, {
        ...user,
        display_name: 'Tim Baker',
        username: 'tim-baker',
        email: 'tim.baker@example.org',
      })
  },
  'people.setPassword': async () => {
    const user = await aMember()
    return () => admin.call(people.setPassword, { ...user, password: 'a roof of cedar' })
  },
  'user-overview.endUserSessions': async () => {
    const user = await aMember()
    return () => admin.call(endUserSessions, user)
  },
  'invitations.createInvitation': async () => () =>
    admin.call(invitations.createInvitation, { max_uses: 5 }),
  'invitations.revokeInvitation': async () => {
    const { id } = await admin.call(invitations.createInvitation, {})
    return () => admin.call(invitations.revokeInvitation, { id })
  },
  'api-keys.createApiKey': async () => () => aKey(),
  'api-keys.renameApiKey': async () => {
    const { id } = await aKey()
    return () => admin.call(apiKeys.renameApiKey, { id, description: 'Oven monitor' })
  },
  'api-keys.revokeApiKey': async () => {
    const { id } = await aKey()
    return () => admin.call(apiKeys.revokeApiKey, { id })
  },
  'badges.createBadge': async () => () => aBadge(),
  'badges.updateBadge': async () => {
    const { id } = await aBadge()
    return () => admin.call(badges.updateBadge, { id, ...badge, name: 'Master baker' })
  },
  'badges.setBadgeStatus': async () => {
    const { id } = await aBadge()
    return () => admin.call(badges.setBadgeStatus, { id, status: 'inactive' })
  },
  'health.startMaintenance': async () => () =>
    admin.call(startMaintenance, { kind: 'doctor', repairs: true }),
  'operations.discardFailedJobs': async () => {
    const queue = await aFailedJob()
    return () => admin.call(operations.discardFailedJobs, queue)
  },
  'operations.retryFailedJobs': async () => {
    const queue = await aFailedJob()
    return () => admin.call(operations.retryFailedJobs, queue)
  },
  'content-admin.emptyDeleted': async () => {
    await aDeletedQuestion()
    return () => admin.call(content.emptyDeleted, { type: 'questions' })
  },
  'content-admin.reviewAdminReport': async () => {
    const id = await aFlagCase()
    return () => admin.call(content.reviewAdminReport, { id, action: 'ignore_report' })
  },
  'content-admin.setAnswerStatus': async () => {
    const { id: answer_id } = await anAnswer(ada, (await aQuestion(ada)).id)
    return () => admin.call(content.setAnswerStatus, { answer_id, status: 'deleted' })
  },
  'content-admin.setQuestionStatus': async () => {
    const { id: question_id } = await aQuestion(ada)
    return () => admin.call(content.setQuestionStatus, { question_id, status: 'deleted' })
  },
  'webhooks.createWebhook': async () => () => aWebhook(),
  'webhooks.updateWebhook': async () => {
    const { id } = await aWebhook()
    return () => admin.call(webhooks.updateWebhook, { id, ...webhook, description: 'Chat' })
  },
  'webhooks.rotateWebhookSecret': async () => {
    const { id } = await aWebhook()
    return () => admin.call(webhooks.rotateWebhookSecret, { id })
  },
  'webhooks.setWebhookState': async () => {
    const { id } = await aWebhook()
    return () => admin.call(webhooks.setWebhookState, { id, state: 'paused' })
  },
  'webhooks.deleteWebhook': async () => {
    const { id } = await aWebhook()
    return () => admin.call(webhooks.deleteWebhook, { id })
  },
  'webhooks.testWebhook': async () => {
    const { id } = await aWebhook()
    return () => admin.call(webhooks.testWebhook, { id })
  },
  'webhooks.redeliver': async () => {
    const hook = await aWebhook()
    await admin.call(webhooks.testWebhook, { id: hook.id })
    const { list } = await admin.call(webhooks.listDeliveries, { id: hook.id })
    const { id } = list[0]!
    await site.db
      .update(webhookDeliveries)
      .set({ state: 'failed', nextAttemptAt: null })
      .where(eq(webhookDeliveries.id, id))
    return () => admin.call(webhooks.redeliver, { id })
  },
  'plugins.uploadPlugin': async () => () => sendPackage(site.app, aPluginPackage(), adminToken),
  'plugins.fetchPlugin': async () => {
    const close = await serveNpm('stoa-plugin-oven', aPluginPackage())
    return () => admin.call(pluginCalls.fetchPlugin, { name: 'stoa-plugin-oven' }).finally(close)
  },
  'plugins.installPlugin': async () => {
    const stored = await aStoredPackage()
    return () => admin.call(pluginCalls.installPlugin, stored)
  },
  'plugins.setPluginVersion': async () => {
    const plugin = await anInstalledPlugin()
    const next = aPluginPackage(plugin.plugin_slug_name, '1.1.0')
    await sendPackage(site.app, next, adminToken)
    return () => admin.call(pluginCalls.setPluginVersion, { ...plugin, version: '1.1.0' })
  },
  'plugins.setPluginStatus': async () => {
    const plugin = await anInstalledPlugin(false)
    return () => admin.call(pluginCalls.setPluginStatus, { ...plugin, enabled: true })
  },
  'plugins.removePlugin': async () => {
    const plugin = await anInstalledPlugin()
    return () => admin.call(pluginCalls.removePlugin, plugin)
  },
  'plugins.setPluginConfig': async () => {
    const plugin = await anInstalledPlugin(false)
    return () =>
      admin.call(pluginCalls.setPluginConfig, { ...plugin, config_fields: { heat: '9' } })
  },
  'plugins.runPluginAction': async () => {
    const plugin = await anInstalledPlugin()
    const call = () => admin.call(pluginCalls.runPluginAction, { ...plugin, action: 'bake' })
    // The first call starts a process, which may be late on a busy machine.
    await vi.waitFor(call, { timeout: 60_000 })
    return call
  },
  'plugins.movePluginFiles': async () => {
    const store = aPackage({
      slug: `cellar-${++pluginCount}`,
      server: `export default { fileStore: { sign: () => { throw new Error('closed') } } }`,
      provides: { fileStore: true },
      manifest: { kinds: ['storage'] },
    })
    const plugin = { plugin_slug_name: await aPlugin(site.ctx, store) }
    return () => admin.call(pluginCalls.movePluginFiles, { ...plugin, to: 'disk' })
  },
  'bulk-actions.startBulkAction': async () => () => aBulkAction(),
  'bulk-actions.stopBulkAction': async () => {
    const { id } = await aBulkAction()
    return () => admin.call(bulk.stopBulkAction, { id })
  },
  'bulk-actions.undoBulkAction': async () => {
    const { id } = await aBulkAction()
    await runJobs('bulk_action.started', { bulkActionId: id })
    return () => admin.call(bulk.undoBulkAction, { id })
  },
}

const changing = Object.entries(endpoints).flatMap(([feature, calls]) =>
  Object.entries<Endpoint>(calls)
    .filter(([, { access, changesState }]) => access === 'admin' && changesState)
    .map(([name]) => `${feature}.${name}`),
)

const countEntries = () => site.db.$count(staffLog, eq(staffLog.actorId, adminId))

describe('the staff log', () => {
  it('is tested with every admin call that changes something', () => {
    expect(Object.keys(cases).toSorted()).toEqual(changing.toSorted())
  })

  it.each(Object.entries(cases))('has an entry for %s', async (_name, prepare) => {
    const call = await prepare()
    const before = await countEntries()
    await call()
    expect(await countEntries()).toBeGreaterThan(before)
  })
})
