import {
  defaultFrequencies,
  type MailFrequency,
  type SendingFrequency,
} from '@stoa/contract/features/mails'
import { describe, expect, it } from 'vitest'
import { frequencyOf, isAddressRejected, limitQuestions, planDue } from './mails.rules.ts'

const on = { mailsInbox: true, mailsFollowedTags: true, mailsAllQuestions: true, muted: [] }

describe('frequencyOf', () => {
  it.each([
    ['answers', on, 'immediate'],
    ['answers', { ...on, mailsInbox: false }, 'off'],
    ['comments', { ...on, muted: ['comments'] }, 'off'],
    ['followed_tags', on, 'immediate'],
    ['followed_tags', { ...on, mailsInbox: false }, 'immediate'],
    ['followed_tags', { ...on, mailsFollowedTags: false }, 'off'],
    ['all_questions', { ...on, mailsAllQuestions: false }, 'off'],
  ] as const)('of %s with %o', (kind, switches, expected) => {
    expect(frequencyOf(kind, { ...switches, frequencies: null })).toBe(expected)
  })
})

describe('planDue', () => {
  const plan = (chosen: MailFrequency, frequency: SendingFrequency, isOverLimit = false) => {
    const choices = { ...on, frequencies: { ...defaultFrequencies, answers: chosen } }
    const rows = [{ subjectId: '1', kind: 'answers' as const }]
    const { sent, dropped, moved } = planDue(rows, { frequency, choices, isOverLimit })
    return sent.length > 0 ? 'sent' : dropped.length > 0 ? 'dropped' : [...moved.keys()][0]
  }

  it.each([
    ['immediate', 'immediate', false, 'sent'],
    ['off', 'immediate', false, 'dropped'],
    ['daily', 'immediate', false, 'daily'],
    ['weekly', 'daily', false, 'weekly'],
    ['immediate', 'daily', false, 'sent'],
    ['immediate', 'immediate', true, 'daily'],
    ['hourly', 'hourly', true, 'daily'],
    ['daily', 'daily', true, 'sent'],
    ['off', 'daily', true, 'dropped'],
  ] as const)('chosen %s, queued %s, over the limit: %s', (chosen, queued, isOver, expected) => {
    expect(plan(chosen, queued, isOver)).toBe(expected)
  })
})

describe('isAddressRejected', () => {
  it.each([
    ['550 5.1.1 The email account does not exist', true],
    ['550-5.1.1 The email account does not exist', true],
    ['550 5.1.10 Recipient not found', true],
    ['550 5.2.1 Mailbox disabled', true],
    ['550 no such user', true],
    ['553 mailbox name not allowed', true],
    ['554 5.7.1 Relay access denied', false],
    ['550 5.7.1 Service unavailable, client host blocked', false],
    ['550 5.1.8 Sender address rejected: domain not found', false],
    ['552 5.2.2 Mailbox full', false],
    ['554 transaction failed', false],
    ['450 4.1.1 Greylisted', false],
  ])('RCPT TO: %s is %s', (response, expected) => {
    const responseCode = Number(response.slice(0, 3))
    expect(isAddressRejected({ command: 'RCPT TO', responseCode, response })).toBe(expected)
    expect(isAddressRejected({ command: 'MAIL FROM', responseCode, response })).toBe(false)
  })
})

describe('limitQuestions', () => {
  const found = (count: number) => ({
    items: Array.from({ length: count }, (_, n) => n),
    total: count,
  })

  it.each([
    [12, 11, 50, [20, 2, 1]],
    [3, 4, 50, [7, 0, 0]],
    [0, 12, 4, [4, 0, 8]],
    [1, 12, 0, [1, 0, 0]],
  ])('%i of tags and %i of all, with %i left', (tags, all, left, expected) => {
    const both = { followed_tags: found(tags), all_questions: found(all) }
    const { questions, more } = limitQuestions(both, left)
    expect([questions.length, more.followed_tags, more.all_questions]).toEqual(expected)
  })
})
