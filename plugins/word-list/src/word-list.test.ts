import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { ReviewedContent } from '@stoa/plugin-kit/reviewer'
import { createTestKit, testPlugin } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const content: ReviewedContent = {
  objectType: 'question',
  change: 'new',
  title: 'How do I sharpen a classic knife?',
  text: 'It is blunt. See https://shop.spam.example/knives',
  html: '',
  links: ['https://shop.spam.example/knives'],
  tags: ['knives'],
  author: {
    id: '7',
    role: 'user',
    reputation: 1,
    ageInDays: 0,
    approvedQuestions: 0,
    approvedAnswers: 0,
  },
  language: 'en_US',
  ip: '203.0.113.7',
  userAgent: '',
}

async function review(settings: PluginValues, changed: Partial<ReviewedContent> = {}) {
  const kit = createTestKit({ manifest, settings })
  return await plugin.review?.({ ...content, ...changed }, kit)
}

describe('review', () => {
  it.each<[string, PluginValues, string]>([
    ['nothing is listed', {}, 'approve'],
    ['a word', { hold: 'casino\nBLUNT' }, 'hold'],
    ['a part of a word', { hold: 'class' }, 'approve'],
    ['a phrase over several spaces', { hold: 'sharpen  a classic' }, 'hold'],
    ['a regular expression', { hold: '/kni[vf]es?$/' }, 'hold'],
    ['a word that is rejected', { hold: 'blunt', reject: 'knife' }, 'reject'],
    ['a tag', { hold: 'knives' }, 'hold'],
    ['signs of regular expressions', { hold: 'a.classic' }, 'approve'],
    ['a host', { hold_hosts: 'spam.example' }, 'hold'],
    ['another host that ends like it', { hold_hosts: 'pam.example' }, 'approve'],
    ['a network', { hold_ips: '203.0.113.' }, 'hold'],
    ['a network that starts like it', { hold_ips: '203.0.11' }, 'approve'],
  ])('%s', async (_case, settings, verdict) => {
    expect((await review(settings))?.verdict).toBe(verdict)
  })

  it('says what it found', async () => {
    expect(await review({ hold: 'blunt' })).toMatchObject({ reason: 'Contains “blunt”.' })
  })

  it('does not hold content of established users', async () => {
    const author = { ...content.author, reputation: 1000 }
    expect(await review({ hold: 'blunt' }, { author })).toEqual({ verdict: 'approve' })
    const all = { hold: 'blunt', exempt_reputation: '' }
    expect(await review(all, { author })).toMatchObject({ verdict: 'hold' })
  })
})

describe('settings', () => {
  it('name the line that is no regular expression', () => {
    const settings = { hold: 'fine\n/(unclosed/', reject: '/fine/' }
    const kit = createTestKit({ manifest })
    expect(plugin.checkSettings?.(settings, kit)).toEqual({
      hold: '/(unclosed/ is not a regular expression.',
    })
  })
})

it.each(testPlugin({ manifest, plugin }))('$name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined()
})
