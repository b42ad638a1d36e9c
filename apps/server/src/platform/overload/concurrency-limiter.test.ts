import { describe, expect, it } from 'vitest'
import {
  acquire,
  adjustConcurrency,
  createConcurrencyLimiter,
  isFull,
  type Permit,
  release,
} from './concurrency-limiter.ts'
import { policies, type Priority, priorities } from './priorities.ts'

/** A limiter with a manual clock that records its decisions. */
function aLimiter(concurrency: number) {
  let time = 0
  const decisions: string[] = []
  const limiter = createConcurrencyLimiter({
    now: () => time,
    whenReady: (grant) => grant(),
    concurrency,
    maxConcurrency: concurrency,
  })
  return {
    limiter,
    decisions,
    pass: (ms: number) => (time += ms),
    take: (priority: Priority, name: string = priority) =>
      acquire(limiter, priority, (isGranted) => decisions.push(isGranted ? name : `no ${name}`)),
    countRunning: () => priorities.reduce((sum, priority) => sum + limiter.running[priority], 0),
  }
}

describe('acquire', () => {
  it('grants a permit at once while there is capacity, then when others are released', () => {
    const { take, decisions, limiter } = aLimiter(2)
    const one = take('visitor', 'one')
    take('visitor', 'two')
    take('visitor', 'three')
    expect(decisions).toEqual(['one', 'two'])
    release(limiter, one)
    release(limiter, one)
    expect(decisions).toEqual(['one', 'two', 'three'])
  })

  it.each<[Priority[], Priority[]]>([
    [
      ['crawler', 'visitor', 'member', 'writer'],
      ['writer', 'member', 'visitor', 'crawler'],
    ],
    [
      ['visitor', 'writer', 'visitor', 'member'],
      ['writer', 'member', 'visitor', 'visitor'],
    ],
    [
      ['crawler', 'crawler', 'visitor'],
      ['visitor', 'crawler', 'crawler'],
    ],
  ])('grants requests of %j in the order %j', (requested, granted) => {
    const { take, decisions, limiter } = aLimiter(2)
    const held = [take('writer', 'held'), take('writer', 'held')]
    const waiting = requested.map((priority) => take(priority))
    decisions.length = 0
    for (const permit of [...held, ...waiting, ...waiting]) releaseHeld(limiter, permit)
    expect(decisions).toEqual(granted)
  })

  it('grants permits of one priority in order of arrival', () => {
    const { take, decisions, limiter } = aLimiter(2)
    const held = [take('member', 'held'), take('member', 'held')]
    for (const name of ['a', 'b', 'c']) take('member', name)
    for (const permit of held) release(limiter, permit)
    expect(decisions.slice(2)).toEqual(['a', 'b'])
  })

  it('grants crawlers a quarter of the permits at most', () => {
    const { take, decisions } = aLimiter(8)
    for (let n = 0; n < 4; n++) take('crawler')
    expect(decisions).toEqual(['crawler', 'crawler'])
    take('visitor')
    expect(decisions.at(-1)).toBe('visitor')
  })

  it('skips a waiting permit that was released', () => {
    const { take, decisions, limiter } = aLimiter(2)
    const held = take('visitor', 'held')
    take('visitor', 'held')
    const gone = take('visitor', 'gone')
    take('visitor', 'next')
    release(limiter, gone)
    release(limiter, held)
    expect(decisions).toEqual(['held', 'held', 'next'])
  })
})

function releaseHeld(limiter: Parameters<typeof release>[0], permit: Permit) {
  if (permit.state === 'held') release(limiter, permit)
}

describe('isFull', () => {
  it.each<[string, Priority, number, boolean]>([
    ['nobody waits', 'crawler', 0, false],
    ['few wait', 'visitor', 50, false],
    ['the estimated wait exceeds half of the maximum', 'visitor', 100, true],
    ['members may wait longer', 'member', 100, false],
    ['members may not wait forever', 'member', 200, true],
    ['a write is rejected last', 'writer', 200, false],
    ['a write is rejected eventually', 'writer', 1_000, true],
  ])('decides by the estimated wait: %s', (_case, priority, ahead, expected) => {
    // A request is assumed to take 20 ms and two run at once: 10 ms of wait for each request ahead.
    const { take, limiter } = aLimiter(2)
    for (let n = 0; n < 2; n++) take('writer')
    for (let n = 0; n < ahead; n++) take('writer')
    expect(isFull(limiter, priority)).toBe(expected)
  })

  it.each([
    [1, 500, false],
    [1, 599, false],
    [100, 15, false],
    [100, 25, true],
  ])('estimates the wait from past durations: %i ms, %i waiting', (ms, count, expected) => {
    const { take, limiter, pass } = aLimiter(2)
    take('writer', 'held')
    for (let n = 0; n < 100; n++) {
      const permit = take('visitor')
      pass(ms)
      release(limiter, permit)
    }
    for (let n = 0; n <= count; n++) take('visitor')
    expect(isFull(limiter, 'visitor')).toBe(expected)
  })

  it('is true while the oldest of the priority has waited long, and that one is rejected later', () => {
    const { take, limiter, pass, decisions } = aLimiter(2)
    for (let n = 0; n < 2; n++) take('member', 'held')
    const { maxWaitMs } = policies.visitor
    take('visitor')
    pass(maxWaitMs / 2 + 1)
    expect(isFull(limiter, 'visitor')).toBe(true)
    expect(isFull(limiter, 'member')).toBe(false)
    adjustConcurrency(limiter, 1)
    expect(decisions).not.toContain('no visitor')
    pass(maxWaitMs / 2)
    adjustConcurrency(limiter, 1)
    expect(decisions.at(-1)).toBe('no visitor')
  })

  it('is true when the maximum number of requests waits', () => {
    const { take, limiter } = aLimiter(200)
    limiter.serviceMs = 0.01
    for (let n = 0; n < 200 + policies.crawler.maxWaiting; n++) take('visitor')
    expect(isFull(limiter, 'crawler')).toBe(true)
    expect(isFull(limiter, 'visitor')).toBe(false)
    for (let n = 0; n < 2_000; n++) take('visitor')
    expect(limiter.waiting.visitor.size).toBe(policies.visitor.maxWaiting)
    for (let n = 0; n < 2_000; n++) take('writer')
    expect(limiter.waiting.writer.size).toBe(policies.writer.maxWaiting)
  })
})

describe('adjustConcurrency', () => {
  it.each([
    ['raises the concurrency while requests wait and the process is idle', 0.5, 3, 5],
    ['lowers the concurrency while requests wait and the process is busy', 1, 3, 2],
    ['keeps the concurrency in between', 0.95, 3, 3],
  ])('%s', (_case, utilization, before, after) => {
    const { take, limiter } = aLimiter(5)
    limiter.concurrency = before
    for (let n = 0; n < 20; n++) take('visitor')
    for (let n = 0; n < 10; n++) adjustConcurrency(limiter, utilization)
    expect(limiter.concurrency).toBe(after)
  })

  it('keeps the concurrency while nobody waits', () => {
    const { limiter } = aLimiter(8)
    adjustConcurrency(limiter, 1)
    adjustConcurrency(limiter, 0)
    expect(limiter.concurrency).toBe(8)
  })

  it('grants waiting permits after raising the concurrency', () => {
    const { take, limiter, countRunning } = aLimiter(4)
    limiter.concurrency = 2
    for (let n = 0; n < 3; n++) take('visitor')
    expect(countRunning()).toBe(2)
    adjustConcurrency(limiter, 0)
    expect(countRunning()).toBe(3)
  })
})
