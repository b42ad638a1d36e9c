import {
  type NotificationKind,
  notificationKinds,
  type NotificationReason,
  sentenceKey,
} from '@stoa/contract/features/notifications'
import { translator } from '@stoa/locales/translate'
import '@stoa/locales/all'
import { describe, expect, it } from 'vitest'
import { namesOf } from './notification-text.ts'
import { aNotification, aUserBasic } from './notifications.factory.ts'

const [ada, ben] = [aUserBasic('Ada'), aUserBasic('Ben')]

describe('namesOf', () => {
  it.each([
    ['comment_question', [ada], 1, { form: 'one', first: ada }],
    ['comment_question', [ada, ben], 2, { form: 'two', first: ada, second: ben }],
    ['comment_question', [ada, ben], 4, { form: 'more', first: ada, second: ben, others: 2 }],
    ['comment_question', [ada], 3, { form: 'people', count: 3 }],
    ['comment_question', [], 1, { form: 'people', count: 1 }],
    ['up_voted_answer', [ada], 1, { form: 'one', first: ada }],
    ['up_voted_answer', [ada, ben], 2, { form: 'people', count: 2 }],
    ['up_voted_answer', [ada, ben], 11, { form: 'people', count: 11 }],
    ['down_voted_answer', [ada], 1, { form: 'people', count: 1 }],
    ['down_voted_question', [], 3, { form: 'people', count: 3 }],
  ] as const)('of %s with %j of %i users', (kind, users, user_count, expected) => {
    expect(namesOf(aNotification({ kind, users: [...users], user_count }))).toEqual(expected)
  })
})

describe('sentenceKey', () => {
  it.each<[NotificationKind, NotificationReason, string]>([
    ['update_answer', 'author', 'update_answer_own'],
    ['update_answer', 'follower', 'update_answer'],
    ['update_question', 'asker', 'update_question_own'],
    ['update_question', 'follower', 'update_question'],
    ['comment_answer', 'asker', 'comment_answer'],
    ['comment_answer', 'author', 'comment_answer_own'],
    ['accept_answer', 'author', 'accept_answer_own'],
    ['up_voted_answer', 'author', 'up_voted_answer'],
  ])('of %s for the %s', (kind, reason, expected) => {
    if (kind === 'reputation') throw new Error('reputation has no sentence')
    expect(sentenceKey(kind, reason)).toBe(`notifications.kind.${expected}`)
  })

  const kinds = Object.keys(notificationKinds) as NotificationKind[]
  it.each(kinds.filter((kind) => kind !== 'reputation'))(
    '%s has a sentence with a title',
    (kind) => {
      for (const locale of ['en_US', 'ar', 'zh_CN'] as const) {
        const values = { names: 'Ada', title: '[title]', type: 'comment', b: String }
        const sentence = translator(locale).rich<string>(sentenceKey(kind, 'author'), values)
        expect(sentence.join('')).toContain('[title]')
      }
    },
  )
})
