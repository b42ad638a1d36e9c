import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { ReviewedContent } from '@stoa/plugin-kit/reviewer'
import { createTestKit, testPlugin } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const content: ReviewedContent = {
  objectType: 'answer',
  change: 'new',
  title: '',
  text: 'Buy now',
  html: '<p>Buy now</p>',
  links: [],
  tags: [],
  author: {
    id: '7',
    role: 'user',
    reputation: 12,
    ageInDays: 3,
    approvedQuestions: 0,
    approvedAnswers: 0,
  },
  language: 'en_US',
  ip: '203.0.113.7',
  userAgent: 'Browser',
}

function aKit(settings: PluginValues, response: { status?: number; body: string }) {
  const all = { url: 'https://classifier.example/spam', ...settings }
  return createTestKit({ manifest, settings: all, respond: () => response })
}

async function reviewWith(spam: number, settings: PluginValues = {}) {
  return await plugin.review?.(content, aKit(settings, { body: JSON.stringify({ spam }) }))
}

describe('review', () => {
  it.each([
    [0.2, {}, 'approve'],
    [0.7, {}, 'approve'],
    [0.71, {}, 'hold'],
    [1, {}, 'hold'],
    [0.95, { reject_above: '0.9' }, 'reject'],
  ])('%s with %o: %s', async (spam, settings, verdict) => {
    expect((await reviewWith(spam, settings))?.verdict).toBe(verdict)
  })

  it('sends the text, and about the author only what an admin allowed', async () => {
    const kit = aKit({ token: 'secret' }, { body: '{"spam":0}' })
    await plugin.review?.(content, kit)
    expect(kit.sent[0]?.headers['authorization']).toBe('Bearer secret')
    const body = kit.sent[0]?.body ?? ''
    expect(JSON.parse(body)).toMatchObject({ text: 'Buy now', language: 'en_US' })
    for (const part of ['203.0.113.7', 'Browser', 'reputation']) expect(body).not.toContain(part)
    const open = aKit({ send_author: true }, { body: '{"spam":0}' })
    await plugin.review?.(content, open)
    expect(JSON.parse(open.sent[0]?.body ?? '')).toMatchObject({
      author: { reputation: 12, ageInDays: 3 },
    })
  })

  it.each([
    ['a status', { status: 500, body: '{"spam":1}' }],
    ['no JSON', { body: 'spam' }],
    ['no number', { body: '{"spam":"1"}' }],
    ['a number outside of the range', { body: '{"spam":7}' }],
  ])('fails with %s, so that content is approved', async (_case, response) => {
    await expect(
      (async () => await plugin.review?.(content, aKit({}, response)))(),
    ).rejects.toThrow()
  })
})

describe('settings', () => {
  it('are numbers from 0 to 1', () => {
    const kit = createTestKit({ manifest })
    expect(plugin.checkSettings?.({ hold_above: '7', reject_above: '' }, kit)).toEqual({
      hold_above: 'Enter a number from 0 to 1.',
    })
  })
})

it.each(
  testPlugin({
    manifest,
    plugin,
    settings: { url: 'https://classifier.example/spam' },
    respond: () => ({ body: '{"spam": 0.1}' }),
  }),
)('$name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined()
})
