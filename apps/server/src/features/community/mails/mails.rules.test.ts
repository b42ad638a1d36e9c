import {
  defaultFrequencies,
  type MailFrequency,
  type SendingFrequency,
} from '@stoa/contract/features/mails'
import { describe, expect, it } from 'vitest'
import { frequencyOf, planDue } from './mails.rules.ts'

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
