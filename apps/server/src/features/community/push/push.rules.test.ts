import { expect, it } from 'vitest'
import { isCurvePoint, outcomeOf, pushRules } from './push.rules.ts'

it('pushRules has what concerns the user, and neither votes nor what is only followed', () => {
  expect(pushRules.map(({ kind, reason }) => `${kind} ${reason}`).toSorted()).toEqual([
    'accept_answer author',
    'answer_the_question asker',
    'comment_answer author',
    'comment_question asker',
    'invited_you_to_answer invited',
    'mention_you mentioned',
    'reply_to_you replied',
    'update_answer asker',
    'update_answer author',
    'update_question asker',
  ])
})

it('isCurvePoint rejects bytes that are no key', () => {
  const key =
    'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
  expect(isCurvePoint(key)).toBe(true)
  expect(isCurvePoint(`B${'A'.repeat(86)}`)).toBe(false)
})

it.each([
  [201, 'delivered'],
  [204, 'delivered'],
  [301, 'rejected'],
  [400, 'rejected'],
  [403, 'rejected'],
  [404, 'gone'],
  [410, 'gone'],
  [413, 'rejected'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
])('outcomeOf %s: %s', (status, outcome) => expect(outcomeOf(status)).toBe(outcome))
