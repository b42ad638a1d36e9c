// @vitest-environment happy-dom
import { type BulkAction, getBulkAction } from '@stoa/contract/features/bulk-actions'
import { cleanup, screen } from '@testing-library/react'
import { useLoaderData } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoutes, stubApi } from '../../../kernel/page.factory.tsx'
import { useProgress } from './use-progress.ts'

type Progress = Pick<BulkAction, 'state' | 'done'>

let api: ReturnType<typeof stubApi>
let stored: Progress
let loads: number
let isHidden: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  api = stubApi()
  stored = { state: 'running', done: 0 }
  loads = 0
  isHidden = false
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Page() {
  const { progress, isLost } = useProgress<Progress>({
    loaded: useLoaderData(),
    isRunning: ({ state }) => state === 'running',
    load: (call) => call(getBulkAction, { id: '1' }),
  })
  return (
    <p>
      {progress.state} {progress.done} {isLost && 'lost'}
    </p>
  )
}

async function open() {
  const loader = async () => {
    loads += 1
    return { ...stored }
  }
  renderRoutes([{ path: '/', Component: Page, loader, HydrateFallback: () => null }], '/')
  await shows(`${stored.state} ${stored.done}`)
}

/** Unlike `expect.poll`, without advancing the timers. */
async function until(isTrue: () => boolean) {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}
const shows = (text: string) => until(() => screen.queryByText(text) !== null)
const reply = (count: number, data: Progress) => api.calls[count - 1]?.reply({ status: 200, data })

/** Checks that the next call is sent after this time, and not before. */
async function expectCall(count: number, afterMs: number) {
  // A response takes a moment, and the timer starts after it.
  await until(() => vi.getTimerCount() === 1)
  await vi.advanceTimersByTimeAsync(afterMs - 1)
  expect(api.calls).toHaveLength(count - 1)
  await vi.advanceTimersByTimeAsync(1)
  expect(api.calls).toHaveLength(count)
}

function setHidden(hidden: boolean) {
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('useProgress', () => {
  it('polls every second while the job advances, and loads the page again at its end', async () => {
    await open()
    await expectCall(1, 1000)
    reply(1, { state: 'running', done: 1 })
    await shows('running 1')
    await expectCall(2, 1000)
    stored = { state: 'done', done: 2 }
    reply(2, stored)
    await until(() => loads === 2)
    await shows('done 2')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.calls).toHaveLength(2)
  })

  it('does not poll when nothing runs', async () => {
    stored = { state: 'done', done: 2 }
    await open()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.calls).toHaveLength(0)
  })

  it('polls less often while nothing changes, and often again afterwards', async () => {
    await open()
    const delays = [1000, 2000, 4000, 8000, 10_000, 10_000]
    for (const [index, delay] of delays.entries()) {
      await expectCall(index + 1, delay)
      reply(index + 1, { state: 'running', done: 0 })
    }
    await expectCall(7, 10_000)
    reply(7, { state: 'running', done: 1 })
    await expectCall(8, 1000)
  })

  it('says that the server cannot be reached, until it can', async () => {
    await open()
    await expectCall(1, 1000)
    api.calls[0]?.fail()
    await shows('running 0 lost')
    await expectCall(2, 2000)
    reply(2, { state: 'running', done: 3 })
    await shows('running 3')
  })

  it('waits while the page is hidden', async () => {
    await open()
    setHidden(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.calls).toHaveLength(0)
    setHidden(false)
    await expectCall(1, 1000)
  })

  it('stops when the page is left', async () => {
    await open()
    cleanup()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.calls).toHaveLength(0)
  })
})
