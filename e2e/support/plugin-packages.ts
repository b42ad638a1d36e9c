// Packages of plugins, as `stoa plugin pack` writes them, and the plugins of the screens.
import {
  installPlugin,
  runPluginAction,
  setPluginConfig,
  setPluginStatus,
  uploadPlugin,
} from '@stoa/contract/features/plugins'
import type { Client } from '@stoa/contract/client'
import { manifestFile } from '@stoa/plugin-kit/manifest'
import { writePackage } from '@stoa/plugin-kit/package'
import { apiClient } from './api-client.ts'
import { runSql } from './databases.ts'
import type { Account } from './seed.ts'
import type { Site } from './site.ts'

type Manifest = { slug: string; name: string; version: string } & Record<string, unknown>

/** With `server.js` if there is server code. */
export function aPluginPackage(manifest: Manifest, server?: string): Buffer {
  const complete = { description: 'For a test.', author: 'Northbank', kit: '^1.0', ...manifest }
  const files = [
    [manifestFile, JSON.stringify(complete)],
    ...(server === undefined ? [] : [['server.js', server]]),
  ] as [string, string][]
  return writePackage(new Map(files.map(([name, text]) => [name, Buffer.from(text)])))
}

const spamCheck = {
  slug: 'spam-check',
  name: 'Spam check',
  description:
    'Scores new posts by words, links and speed, and holds the doubtful ones for review.',
  author: 'Stoa',
  kinds: ['reviewer'],
  server: { file: 'server.js', review: true },
  settings: [{ name: 'words', type: 'textarea', title: 'Words', description: 'One in each line.' }],
}
const approve = "export default { review: () => ({ verdict: 'approve' }) }"

const chatBridge = {
  slug: 'chat-bridge',
  name: 'Chat bridge',
  version: '0.9.1',
  description: 'Tells a channel about unanswered questions and lets people claim them there.',
  homepage: 'https://example.org/chat-bridge',
  kinds: ['notification'],
  permissions: { network: ['chat.example.org'], content: true },
  server: {
    file: 'server.js',
    events: ['question.created'],
    actions: ['test'],
    jobs: [{ name: 'remind', everyMinutes: 1440 }],
  },
  settings: [
    { name: 'connection', type: 'legend', title: 'Connection' },
    {
      name: 'token',
      type: 'input',
      title: 'Bot token',
      description: 'Starts with xoxb. Stored encrypted, never shown again.',
      required: true,
      secret: true,
    },
    {
      name: 'channel',
      type: 'input',
      title: 'Channel',
      description: 'Where new messages go.',
      default: '#help-wanted',
    },
    { name: 'test', type: 'button', title: 'Send a test message', action: 'test' },
    { name: 'what', type: 'legend', title: 'What to send' },
    {
      name: 'hours',
      type: 'input',
      input_type: 'number',
      title: 'Unanswered after',
      description: 'In hours. Only questions that nobody has answered.',
      default: '4',
    },
    {
      name: 'tags',
      type: 'tag_selector',
      title: 'Only these tags',
      description: 'Leave empty for all.',
      default: ['kubernetes', 'postgresql'],
    },
    {
      name: 'mood',
      type: 'radio',
      title: 'Tone',
      default: 'short',
      options: [
        { value: 'short', label: 'Only the title' },
        { value: 'long', label: 'The title and the first lines' },
      ],
    },
    {
      name: 'reactions',
      type: 'switch',
      title: 'Add a reaction once it is answered',
      default: true,
    },
  ],
}
const bridge =
  "export default { events: {}, actions: { test: () => 'Sent.' }, jobs: { remind() {} } }"

const quickLinks = {
  slug: 'quick-links',
  name: 'Quick links',
  version: '2.1.0',
  description: 'Links that everybody needs, on a page of their own.',
  author: 'Stoa',
  kinds: ['sidebar', 'route'],
  server: { file: 'server.js', actions: ['check'] },
  pages: [{ path: '', title: 'Links' }],
}
const links = `export default {
  page: () => ({ title: 'Links', html: '<p>None yet.</p>' }),
  actions: { check: () => 'All of them respond.' },
}`

const meetups = {
  slug: 'meetups',
  name: 'Meetups',
  version: '0.3.0',
  description: 'A small calendar of meetups.',
  author: 'Camille Roux',
  kinds: ['embed'],
  permissions: { storage: true },
}

/** One that works, one that fails, one with an update that asks for more, and one that is off. */
export async function seedPlugins(site: Site, { token }: Account): Promise<void> {
  const api = apiClient(site, token)
  await install(api, aPluginPackage({ ...spamCheck, version: '1.4.2' }, approve))
  const update = { ...spamCheck, version: '1.5.0', permissions: { storage: true } }
  await upload(api, aPluginPackage(update, approve))
  await install(api, aPluginPackage(chatBridge, bridge))
  await install(api, aPluginPackage(quickLinks, links))
  await install(api, aPluginPackage(meetups))
  for (const plugin_slug_name of ['spam-check', 'chat-bridge', 'quick-links'])
    await api.call(setPluginStatus, { plugin_slug_name, enabled: true })
  const config_fields = { token: 'xoxb-4f6a' }
  await api.call(setPluginConfig, { plugin_slug_name: 'chat-bridge', config_fields })
  await api.call(runPluginAction, { plugin_slug_name: 'quick-links', action: 'check' })
  await seedFailures(site)
}

async function install(api: Client, archive: Buffer) {
  const { package_id } = await upload(api, archive)
  await api.call(installPlugin, { package_id })
}

async function upload(api: Client, archive: Buffer) {
  const file = new File([new Uint8Array(archive)], 'plugin.tgz', { type: 'application/gzip' })
  return await api.call(uploadPlugin, { file })
}

async function seedFailures({ databaseUrl }: Site) {
  await runSql(
    databaseUrl!,
    `insert into plugin_calls (slug, day, calls, failures, last_success_at, last_failure_at, last_error)
     values ('chat-bridge', current_date, 31, 14, now() - interval '40 minutes', now() - interval '5 minutes',
       'chat.example.org: The token is no longer valid.')
     on conflict (slug, day) do update set calls = 31, failures = 14, last_success_at = excluded.last_success_at,
       last_failure_at = excluded.last_failure_at, last_error = excluded.last_error`,
    [],
  )
  await runSql(
    databaseUrl!,
    `insert into plugin_log (slug, version, level, message, at)
     select 'chat-bridge', '0.9.1', level, message, now() - minutes * interval '1 minute'
     from (values
       (55, 'info', 'Sent 3 messages to #help-wanted.'),
       (41, 'warn', 'chat.example.org asked to wait for 30 seconds.'),
       (5, 'error', 'chat.example.org: The token is no longer valid.')
     ) as entry (minutes, level, message)`,
    [],
  )
}
