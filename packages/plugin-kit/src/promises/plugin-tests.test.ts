import { webhookEventNames, webhookEvents } from '@stoa/contract/features/webhook-events'
import { describe, expect, it } from 'vitest'
import { html, type Plugin, Rejection } from '../server.ts'
import { testPlugin } from '../testing.ts'
import { anEvent } from './samples.ts'

const base = {
  slug: 'bakery',
  name: 'Bakery',
  description: 'For a test.',
  version: '1.0.0',
  author: 'Ada',
  kit: '^1.1',
  kinds: ['route', 'captcha'],
  permissions: { storage: true, content: true, network: ['*.example.org', 'setting:url'] },
  settings: [
    { name: 'url', type: 'input', title: 'URL', default: 'https://bread.example/api' },
    { name: 'loaves', type: 'switch', title: 'Loaves' },
  ],
  server: {
    file: 'server.js',
    review: true,
    captcha: true,
    slots: ['sidebar', 'question.footer'],
    events: ['question.created'],
    functions: [{ name: 'order', access: 'visitor' }],
    actions: ['taste'],
    jobs: [{ name: 'bake', everyMinutes: 5 }],
  },
  pages: [{ path: '', title: 'Bakery' }],
  messages: { en_US: { sold: '{count} sold' }, ar: { sold: '{count}' } },
}

const good: Plugin = {
  review: ({ text }) => ({ verdict: text === '' ? 'approve' : 'hold', reason: 'Look.' }),
  verifyCaptcha: () => {
    throw new Error('there is no service')
  },
  slots: {
    sidebar: ({ path }, kit) => String(html`<p>${path} ${kit.t('sold', { count: 1 })}</p>`),
    'question.footer': async ({ title }, kit) => {
      await kit.storage.set('title', title)
      return String(html`<p>${title}</p>`)
    },
  },
  page: ({ path }) => (path === '' ? { title: 'Bakery', html: '<p>Bread</p>' } : null),
  functions: {
    order(input) {
      if (typeof input !== 'string') throw new Rejection('Say what you want.')
      return { ordered: input }
    },
  },
  events: {
    async 'question.created'(_event, kit) {
      await kit.fetch('https://eu.example.org/notify')
      await kit.fetch('https://bread.example/api/orders')
      await kit.api.read('question/info')
    },
  },
  actions: { taste: () => 'Good.' },
  jobs: { async bake() {} },
  checkSettings: ({ url }): Record<string, string> => (url === '' ? { url: 'Enter a URL.' } : {}),
}
const api = { 'question/info': {} }

async function failuresOf(plugin: Plugin, manifest: object = base) {
  const results = await Promise.all(
    testPlugin({ manifest, plugin, api }).map(async ({ name, run }) => {
      const message = await run().then(
        () => null,
        (error: Error) => error.message,
      )
      return { name, message }
    }),
  )
  return results.flatMap(({ name, message }) => (message === null ? [] : [`${name}: ${message}`]))
}

const withServer = (server: object) => ({ ...base, server: { ...base.server, ...server } })

describe('testPlugin', () => {
  it('accepts a good plugin, and one without server code', async () => {
    expect(await failuresOf(good)).toEqual([])
    expect(testPlugin({ manifest: base, plugin: good, api })).toHaveLength(13)
    const { server: _, pages: _pages, ...bare } = base
    expect(await failuresOf({}, bare)).toEqual([])
  })

  const never = () => new Promise<never>(() => {})
  it.each<[string, { plugin?: Plugin; manifest?: object }, string]>([
    [
      'lacks what the manifest names',
      { manifest: withServer({ jobs: [...base.server.jobs, { name: 'sweep', everyMinutes: 9 }] }) },
      'has everything that its manifest names: The server code has no jobs.sweep.',
    ],
    [
      'has what the manifest does not name',
      { plugin: { functions: { ...good.functions, refund: () => null } } },
      'names everything in its manifest: The manifest does not name functions.refund, so it is never called.',
    ],
    [
      'translates what is not there',
      { manifest: { ...base, messages: { ...base.messages, zh_CN: { gone: '?' } } } },
      'translates what is there, with the same values: gone of zh_CN is not in English.',
    ],
    [
      'translates with another value',
      { manifest: { ...base, messages: { ...base.messages, zh_CN: { sold: '{number}' } } } },
      'translates what is there, with the same values: sold of zh_CN has {number}, and English has not.',
    ],
    [
      'inserts text as HTML',
      { plugin: { slots: { ...good.slots, sidebar: ({ path }) => `<p>${path}</p>` } } },
      'the slot sidebar returns HTML, also for hostile props: It inserts text without escaping it',
    ],
    [
      'fails for a hostile title',
      {
        plugin: {
          slots: {
            ...good.slots,
            'question.footer': ({ title }) => {
              if (title.length > 100) throw new RangeError('too long')
              return title
            },
          },
        },
      },
      'the slot question.footer returns HTML, also for hostile props: too long',
    ],
    [
      'returns much HTML',
      { plugin: { slots: { ...good.slots, sidebar: () => 'x'.repeat(50_001) } } },
      'the slot sidebar returns HTML, also for hostile props: The HTML is longer than 50000',
    ],
    [
      'is late',
      { plugin: { page: never } },
      'its pages have a title and HTML, also for a hostile query: It took longer than 1 seconds.',
    ],
    [
      'uses a message that does not exist',
      { plugin: { page: (_request, kit) => ({ title: kit.t('missing'), html: '' }) } },
      'its pages have a title and HTML, also for a hostile query: The manifest has no message missing.',
    ],
    [
      'fails for unexpected input',
      { plugin: { functions: { order: (input) => (input as { text: string }).text.trim() } } },
      'the function order returns JSON or rejects hostile input: Cannot read',
    ],
    [
      'returns what is not JSON',
      { plugin: { functions: { order: () => new Map() as never } } },
      'the function order returns JSON or rejects hostile input: {} is not JSON.',
    ],
    [
      'stores data without asking',
      { manifest: { ...base, permissions: { ...base.permissions, storage: false } } },
      'the slot question.footer returns HTML, also for hostile props: The manifest does not ask for the permission storage.',
    ],
    [
      'reads content without asking, and hides it',
      {
        manifest: { ...base, permissions: { ...base.permissions, content: false } },
        plugin: {
          events: {
            'question.created': (_event, kit) =>
              kit.api.read('question/info').then(
                () => {},
                () => {},
              ),
          },
        },
      },
      'the event question.created is handled, also with hostile texts: The manifest does not ask for the permission content.',
    ],
    [
      'sends requests to another host',
      { plugin: { jobs: { bake: async (kit) => void (await kit.fetch('https://example.org/')) } } },
      'the job bake ends: The manifest does not ask for requests to example.org.',
    ],
    [
      'does not hold with a reason',
      { plugin: { review: () => ({ verdict: 'hold' }) as never } },
      'review returns a verdict, also for hostile content: {"verdict":"hold"} is not a verdict.',
    ],
    [
      'accepts every captcha',
      { plugin: { verifyCaptcha: () => true } },
      'verifyCaptcha does not accept a code that was made up: It returned true.',
    ],
    [
      'has an action without a text',
      { plugin: { actions: { taste: () => 7 as never } } },
      'the action taste returns a text: 7 is not a text.',
    ],
    [
      'complains about a field that does not exist',
      { plugin: { checkSettings: () => ({ uri: 'Wrong.' }) } },
      'checkSettings returns messages for fields: It returned a message for uri, which is no field.',
    ],
  ])('rejects one that %s', async (_what, { plugin = {}, manifest }, message) => {
    const failures = await failuresOf({ ...good, ...plugin }, manifest)
    expect(failures).toEqual([expect.stringContaining(message)])
  })

  it('throws for a manifest that is not valid', () => {
    expect(() => testPlugin({ manifest: { ...base, slug: 'Not a slug' }, plugin: good })).toThrow()
  })
})

describe('sample events', () => {
  it.each(webhookEventNames)('%s is as webhooks send it', (name) => {
    const { data } = anEvent(name, 'text')
    expect(webhookEvents[name].data.parse(data)).toEqual(data)
  })
})
