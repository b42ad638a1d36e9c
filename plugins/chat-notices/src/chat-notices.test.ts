import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { PluginEvent } from '@stoa/plugin-kit/server'
import { createTestKit, testPlugin } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const url = 'https://hooks.chat.example/T1/B2/secret'
const author = {
  id: '7',
  username: 'ada',
  display_name: 'Ada',
  url: 'https://stoa.example/users/ada',
}
const ref = {
  id: '10010000000000001',
  title: 'Why <!channel> & co?',
  url: 'https://stoa.example/q/1',
}
const asked: PluginEvent<'question.created'> = {
  id: 'e1',
  name: 'question.created',
  at: 0,
  data: {
    question: {
      ...ref,
      excerpt: 'It *does* not work.',
      tags: ['slack', 'api'],
      author,
      state: 'open',
      score: 0,
      answer_count: 0,
      created_at: '2026-01-01T00:00:00Z',
    },
  },
}
const answered: PluginEvent<'answer.created'> = {
  id: 'e2',
  name: 'answer.created',
  at: 0,
  data: {
    answer: {
      id: '2',
      question: ref,
      url: `${ref.url}#2`,
      excerpt: 'Escape it.',
      author,
      is_accepted: false,
      score: 0,
      created_at: '2026-01-01T00:00:00Z',
    },
  },
}

function aKit(settings: PluginValues = {}, status = 200) {
  return createTestKit({
    manifest,
    settings: { webhook_url: url, ...settings },
    respond: () => ({ status }),
    api: { 'question/info': { tags: [{ slug_name: 'slack' }] } },
  })
}

const bodyOf = (kit: ReturnType<typeof aKit>) => kit.sent[0]?.body ?? ''

describe('a new question', () => {
  it.each(['slack', 'teams', 'discord', 'matrix'])('is posted to %s', async (service) => {
    const kit = aKit({ service })
    await plugin.events?.['question.created']?.(asked, kit)
    expect(kit.sent).toHaveLength(1)
    expect(kit.sent[0]).toMatchObject({ url, method: 'POST' })
    expect(bodyOf(kit)).toContain(ref.url)
    expect(bodyOf(kit)).toContain('Ada')
    expect(() => JSON.parse(bodyOf(kit)) as unknown).not.toThrow()
  })

  it('cannot mention everyone', async () => {
    const slack = aKit()
    await plugin.events?.['question.created']?.(asked, slack)
    expect(bodyOf(slack)).not.toContain('<!channel>')
    const discord = aKit({ service: 'discord' })
    await plugin.events?.['question.created']?.(asked, discord)
    expect(JSON.parse(bodyOf(discord))).toMatchObject({ allowed_mentions: { parse: [] } })
  })

  it('is posted only for the chosen tags and kinds', async () => {
    const others: PluginValues[] = [{ tags: ['databases'] }, { notices: ['answer.created'] }]
    for (const settings of others) {
      const kit = aKit(settings)
      await plugin.events?.['question.created']?.(asked, kit)
      expect(kit.sent).toEqual([])
    }
    const kit = aKit({ tags: ['api', 'databases'] })
    await plugin.events?.['question.created']?.(asked, kit)
    expect(kit.sent).toHaveLength(1)
  })

  it('is sent again later when the chat fails, but not when the webhook is gone', async () => {
    const post = async (status: number) => {
      await plugin.events?.['question.created']?.(asked, aKit({}, status))
    }
    await expect(post(503)).rejects.toThrow('status 503')
    await expect(post(404)).rejects.toMatchObject({ name: 'Rejection' })
  })
})

describe('a new answer', () => {
  it('asks for the tags of its question only if they matter', async () => {
    const all = aKit({ notices: ['answer.created'] })
    await plugin.events?.['answer.created']?.(answered, all)
    expect(all.calls).toEqual([])
    expect(all.sent).toHaveLength(1)
    const some = aKit({ notices: ['answer.created'], tags: ['slack'] })
    await plugin.events?.['answer.created']?.(answered, some)
    expect(some.calls).toEqual(['GET question/info'])
    expect(some.sent).toHaveLength(1)
  })
})

describe('the test button', () => {
  it('posts a message', async () => {
    const kit = aKit()
    expect(await plugin.actions?.['test']?.(kit)).toBe('Message sent.')
    expect(bodyOf(kit)).toContain('Test site')
  })
})

it.each(
  testPlugin({
    manifest,
    plugin,
    settings: { webhook_url: url },
    api: { 'question/info': { tags: [] } },
  }),
)('$name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined()
})
