import { expect, it } from 'vitest'
import { groupByQueue } from './failed-queues.ts'

it('groupByQueue adds up the errors of a queue', () => {
  const failed = [
    { queue: 'index', error: 'out of memory', count: 2, last_failed_at: 30 },
    { queue: 'mails', error: 'connection refused', count: 5, last_failed_at: 20 },
    { queue: 'index', error: 'index is missing', count: 1, last_failed_at: 10 },
  ]
  expect(groupByQueue(failed)).toEqual([
    {
      queue: 'index',
      count: 3,
      lastFailedAt: 30,
      errors: [
        { error: 'out of memory', count: 2 },
        { error: 'index is missing', count: 1 },
      ],
    },
    {
      queue: 'mails',
      count: 5,
      lastFailedAt: 20,
      errors: [{ error: 'connection refused', count: 5 }],
    },
  ])
})
