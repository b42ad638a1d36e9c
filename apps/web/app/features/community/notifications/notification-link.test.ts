import { describe, expect, it } from 'vitest'
import { notificationHref } from './notification-link.ts'
import { aNotification } from './notifications.factory.ts'

const question = '/questions/10/why-is-my-crust-pale'
const map = (answer: string, comment: string, badge_id = '0') => ({
  question: '10',
  answer,
  comment,
  badge_id,
})

describe('notificationHref', () => {
  it.each([
    ['a question', { object_type: 'question', object_map: map('0', '0') }, question],
    ['an answer', { object_type: 'answer', object_map: map('20', '0') }, `${question}/20`],
    [
      'a comment on a question',
      { object_type: 'comment', object_map: map('0', '30') },
      `${question}?commentId=30#comment-30`,
    ],
    [
      'a comment on an answer',
      { object_type: 'comment', object_map: map('20', '30') },
      `${question}/20?commentId=30#comment-30`,
    ],
    ['a tag', { object_type: 'tag', title: 'c#' }, '/tags/c%23'],
    [
      'a badge',
      { object_type: 'badge_award', object_map: map('0', '0', '90') },
      '/badges/90?username=rut',
    ],
    ['a flag', { object_type: 'flag' }, '/users/rut/flags'],
    [
      'a removed question',
      { object_type: 'question', object_map: { ...map('0', '0'), question: '0' } },
      null,
    ],
  ] as const)('of %s', (_, object, expected) => {
    const notification = aNotification({ object })
    expect(notificationHref(notification, 'rut', 1)).toBe(expected)
  })

  it('of a decided flag leads to the flags of the reader', () => {
    const notification = aNotification({ kind: 'your_flag_was_declined' })
    expect(notificationHref(notification, 'rut', 1)).toBe('/users/rut/flags')
  })

  it('has no title if the site has none in its permalinks', () => {
    expect(notificationHref(aNotification(), 'rut', 2)).toBe('/questions/10/20')
  })
})
