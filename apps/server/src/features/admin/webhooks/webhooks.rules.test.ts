import { webhookEventGroups, webhookEventNames } from '@stoa/contract/features/webhook-events'
import { describe, expect, it } from 'vitest'
import { eventsWithoutSource } from './webhook-sources.queries.ts'
import { outcomeOf, pauseAfter, retryPauses, signatureOf } from './webhooks.rules.ts'

it('events that are offered are sent by something, and belong to a group', () => {
  expect(eventsWithoutSource()).toEqual([])
  expect(Object.values(webhookEventGroups).flat().toSorted()).toEqual(webhookEventNames.toSorted())
})

it.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [301, 'failed'],
  [400, 'failed'],
  [404, 'failed'],
  [410, 'gone'],
  [500, 'failed'],
  [null, 'failed'],
])('outcomeOf %s: %s', (status, outcome) => expect(outcomeOf(status)).toBe(outcome))

describe('pauseAfter', () => {
  it('grows, and differs by a fifth', () => {
    expect(pauseAfter(1, 0.5)).toBe(5000)
    expect([pauseAfter(2, 0), pauseAfter(2, 1)]).toEqual([48_000, 72_000])
    const pauses = retryPauses.map((_pause, index) => pauseAfter(index + 1, 0.5)!)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  })

  it('is null after the last attempt', () => {
    expect(pauseAfter(retryPauses.length + 1, 0.5)).toBeNull()
  })
})

it('signatureOf returns the signature of the example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  }
  expect(signatureOf([secret], message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
