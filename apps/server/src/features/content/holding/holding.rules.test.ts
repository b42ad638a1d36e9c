import { moderationSettings } from '@stoa/contract/settings/moderation'
import type { ReviewedContent } from '@stoa/plugin-kit/reviewer'
import { describe, expect, it } from 'vitest'
import { findHoldReasons, hasHoldRules, type HoldSettings } from './holding.rules.ts'

const settingsWith = (changes: Partial<HoldSettings>) => moderationSettings.schema.parse(changes)

type Facts = Partial<Omit<ReviewedContent, 'author'>> & {
  author?: Partial<ReviewedContent['author']>
  email?: string
  approvedComments?: number
}

const reasonsOf = (
  { author, email, approvedComments = 0, ...content }: Facts,
  rules: HoldSettings,
) =>
  findHoldReasons(
    {
      objectType: 'question',
      change: 'new',
      title: 'A title',
      text: 'Plain words',
      html: '<p>Plain words</p>',
      links: [],
      tags: ['bread'],
      language: 'en_US',
      ip: '198.51.100.1',
      userAgent: 'A browser',
      ...content,
      author: {
        id: '1',
        role: 'user',
        reputation: 1,
        ageInDays: 0,
        approvedQuestions: 0,
        approvedAnswers: 0,
        ...author,
      },
    },
    { email: email ?? 'ada@example.org', approvedComments },
    rules,
  )

const link = { links: ['https://spam.example/'] }

describe('findHoldReasons', () => {
  it.each<[string, Facts, Partial<HoldSettings>, string[]]>([
    ['nothing by default', link, {}, []],
    ['the first posts', {}, { hold_first_posts: 2 }, ['first_posts']],
    ['one post left', { author: { approvedAnswers: 1 } }, { hold_first_posts: 2 }, ['first_posts']],
    [
      'enough posts',
      { author: { approvedAnswers: 1, approvedQuestions: 1 } },
      { hold_first_posts: 2 },
      [],
    ],
    ['enough comments', { approvedComments: 2 }, { hold_first_posts: 2 }, []],
    ['a link', link, { hold_links_below: 10 }, ['links']],
    [
      'a link of a trusted user',
      { ...link, author: { reputation: 10 } },
      { hold_links_below: 10 },
      [],
    ],
    ['no link', {}, { hold_links_below: 10 }, []],
    [
      'a word of the text',
      { html: '<p>Buy vi<b>ag</b>ra</p>' },
      { hold_words: ['viagra'] },
      ['words'],
    ],
    ['a word of the title', { title: 'Viagra' }, { hold_words: ['viagra'] }, ['words']],
    ['a word of a tag', { tags: ['viagra'] }, { hold_words: ['viagra'] }, ['words']],
    ['a domain of a link', link, { hold_words: ['spam.example'] }, ['words']],
    ['words of two blocks', { html: '<p>via</p><p>gra</p>' }, { hold_words: ['viagra'] }, []],
    ['a network', {}, { hold_networks: ['198.51.100.0/24'] }, ['network']],
    ['an email domain', {}, { hold_email_domains: ['example.org'] }, ['email_domain']],
    [
      'several rules',
      link,
      { hold_first_posts: 1, hold_links_below: 5, hold_networks: ['198.51.100.1'] },
      ['first_posts', 'links', 'network'],
    ],
  ])('%s', (_name, facts, changes, expected) => {
    expect(reasonsOf(facts, settingsWith(changes))).toEqual(expected)
  })

  it('has no rules by default', () => {
    expect(hasHoldRules(settingsWith({}))).toBe(false)
    expect(hasHoldRules(settingsWith({ hold_words: ['viagra'] }))).toBe(true)
  })
})

describe('the moderation settings', () => {
  it.each<[keyof HoldSettings, unknown, boolean]>([
    ['hold_words', ['viagra', 'buy now', 'v*gra', '加'], true],
    ['hold_words', ['*'], false],
    ['hold_words', ['a*'], false],
    ['hold_words', [''], false],
    ['hold_words', ['a*b*c*dd'], false],
    ['hold_words', ['x'.repeat(101)], false],
    ['hold_networks', ['192.0.2.1', '192.0.2.0/24', '2001:db8::/32', '::1'], true],
    ['hold_networks', ['192.0.2.0/33'], false],
    ['hold_networks', ['example.org'], false],
    ['hold_email_domains', ['Example.org'], true],
    ['hold_email_domains', ['org'], false],
    ['hold_email_domains', ['ada@example.org'], false],
    ['hold_first_posts', -1, false],
  ])('%s %j: %s', (field, value, expected) => {
    expect(moderationSettings.schema.safeParse({ [field]: value }).success).toBe(expected)
  })
})
