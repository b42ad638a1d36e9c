import { describe, expect, it } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import { openJobQueue } from './job-queue.ts'

const highLimits = { maxWaiting: 10, maxPerSubject: 10, maxWaitMs: 60_000 }

function aGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, passed: promise }
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error)

describe('openJobQueue', () => {
  it('runs one job at a time in order of arrival', async () => {
    const queue = openJobQueue(highLimits)
    let running = 0
    const started: number[] = []
    const work = (index: number) => async () => {
      started.push(index)
      expect(++running).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      running--
    }
    await Promise.all([0, 1, 2, 3].map((index) => queue.run(`user ${index}`, work(index))))
    expect(started).toEqual([0, 1, 2, 3])
  })

  it('runs the next job after one that failed', async () => {
    const queue = openJobQueue(highLimits)
    const failed = queue.run('a', () => Promise.reject(new Error('broken')))
    const next = queue.run('a', async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })

  it.each([
    ['in all', { ...highLimits, maxWaiting: 2 }, ['b', 'c', 'd']],
    ['of one user', { ...highLimits, maxPerSubject: 2 }, ['a', 'b', 'a']],
  ])('rejects a job as busy when too many wait %s', async (_name, limits, subjects) => {
    const queue = openJobQueue(limits)
    const gate = aGate()
    const first = queue.run('a', () => gate.passed)
    const outcomes = subjects.map((subject) =>
      queue.run(subject, async () => 'done').catch((error: unknown) => codeOf(error)),
    )
    gate.open()
    await first
    expect(await Promise.all(outcomes)).toEqual(['done', 'done', 'base.busy'])
    expect(await queue.run('a', async () => 'done')).toBe('done')
  })

  it('rejects jobs as busy that waited too long, and all waiting jobs when closed', async () => {
    const queue = openJobQueue({ ...highLimits, maxWaitMs: 1 })
    const gate = aGate()
    const first = queue.run('a', () => gate.passed)
    expect(await queue.run('b', async () => {}).catch(codeOf)).toBe('base.busy')
    gate.open()
    await first
    const closing = openJobQueue(highLimits)
    const held = aGate()
    const running = closing.run('a', () => held.passed)
    const waiting = closing.run('b', async () => {}).catch(codeOf)
    closing.close()
    expect(await waiting).toBe('base.busy')
    held.open()
    await running
  })
})
