import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aLiveBrowser } from './live.factory.ts'
import type { LiveChanges } from './live-changes.ts'
import { openConnection } from './live-connection.ts'

const first = '10010000000000001'
const second = '10010000000000002'
const nothing: LiveChanges = {
  isAny: false,
  hasCounts: false,
  questions: [],
  asked: [],
  writers: [],
}
const minutes = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type World = ReturnType<typeof aLiveBrowser>

/** Opens a tab that follows some questions, and waits until the stream is open. */
async function aTab(
  world: World,
  { questions = [] as string[], lists = false, userId = '7' } = {},
) {
  const tab = world.openTab()
  const connection = openConnection(userId, tab.browser)
  const changes: LiveChanges[] = []
  const asked: string[] = []
  const follower = {
    questions,
    lists,
    onChange: (change: LiveChanges) => changes.push(change),
    onAsked: (id: string) => asked.push(id),
  }
  connection.add(follower)
  await vi.advanceTimersByTimeAsync(1000)
  expect(changes.splice(0)).toContainEqual({ ...nothing, isAny: true })
  return { ...tab, connection, changes, asked, close: () => connection.remove(follower) }
}

describe('one tab', () => {
  it('opens the stream with what it follows and reports only that', async () => {
    const world = aLiveBrowser()
    const { changes } = await aTab(world, { questions: [first] })
    expect(world.urls()).toEqual([`questions=${first}`])
    world.send([], '1')
    world.send(['n', `q${first}`, `q${second}`, `a${second}`], '2')
    expect(changes).toEqual([{ ...nothing, hasCounts: true, questions: [first] }])
  })

  it('resumes after the last message when it follows other questions, without a gap', async () => {
    const world = aLiveBrowser()
    const { connection, changes } = await aTab(world, { questions: [first] })
    world.send([], '5')
    const follower = { questions: [second], lists: true, onChange: () => undefined }
    connection.add(follower)
    await vi.advanceTimersByTimeAsync(300)
    const expected = `questions=${first}%2C${second}&lists=true&after=5`
    expect(world.openUrls()).toEqual([expected])
    world.send([`q${first}`], '6')
    expect(changes).toHaveLength(1)
    connection.remove(follower)
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toEqual([expected])
  })

  it('waits before it reports that anything may have changed', async () => {
    const world = aLiveBrowser()
    const { changes } = await aTab(world)
    world.send(['*'], '1')
    await vi.advanceTimersByTimeAsync(2400)
    expect(changes).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(changes).toEqual([{ ...nothing, isAny: true }])
  })

  it('reports changes when it is visible again, and closes after five hidden minutes', async () => {
    const world = aLiveBrowser()
    const { changes, setHidden } = await aTab(world, { questions: [first] })
    setHidden(true)
    world.send([`q${first}`], '1')
    expect(changes).toEqual([])
    setHidden(false)
    expect(changes).toEqual([{ ...nothing, questions: [first] }])
    setHidden(true)
    await vi.advanceTimersByTimeAsync(5 * minutes)
    expect(world.openUrls()).toEqual([])
    setHidden(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(world.openUrls()).toEqual([`questions=${first}`])
    expect(changes.at(-1)).toEqual({ ...nothing, isAny: true })
  })

  it('follows no questions while it is hidden, and resumes after the last message', async () => {
    const world = aLiveBrowser()
    const { setHidden } = await aTab(world, { questions: [first] })
    world.send([], '1')
    setHidden(true)
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toEqual(['after=1'])
    setHidden(false)
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toEqual([`questions=${first}&after=1`])
  })

  it('closes in the back/forward cache, and when nobody follows anything', async () => {
    const world = aLiveBrowser()
    const tab = await aTab(world)
    tab.fire('pagehide')
    expect(world.openUrls()).toEqual([])
    tab.fire('pageshow')
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toHaveLength(1)
    tab.close()
    expect(world.openUrls()).toEqual([])
  })
})

describe('a stream that fails', () => {
  it('is opened again with growing delays, and resumes', async () => {
    const world = aLiveBrowser()
    await aTab(world)
    world.send([], '3')
    world.failStream()
    await vi.advanceTimersByTimeAsync(999)
    expect(world.urls()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(world.urls().at(-1)).toBe('after=3')
    world.failStream()
    await vi.advanceTimersByTimeAsync(1999)
    expect(world.urls()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(world.urls()).toHaveLength(3)
    expect(world.server.polls).toBe(0)
  })

  it('is opened again at once when the browser is online again', async () => {
    const world = aLiveBrowser()
    const { fire, changes } = await aTab(world)
    world.failStream()
    fire('online')
    expect(world.openUrls()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10 * minutes)
    expect(world.urls()).toHaveLength(2)
    expect(changes).toEqual([{ ...nothing, isAny: true }])
  })

  it('is replaced by polling after three failures, and tried every minute', async () => {
    const world = aLiveBrowser()
    const { changes, setHidden } = await aTab(world)
    await failThreeTimes(world)
    expect(world.server.polls).toBe(1)
    expect(changes).toEqual([{ ...nothing, hasCounts: true }])
    await vi.advanceTimersByTimeAsync(6000)
    expect(world.server.polls).toBe(3)
    expect(changes).toHaveLength(1)
    world.server.counts = '{"inbox":1}'
    await vi.advanceTimersByTimeAsync(3000)
    expect(changes).toHaveLength(2)
    setHidden(true)
    await vi.advanceTimersByTimeAsync(9000)
    expect(world.server.polls).toBe(4)
    setHidden(false)
    await vi.advanceTimersByTimeAsync(minutes - 18_000)
    expect(world.openUrls()).toHaveLength(1)
    world.send([], '9')
    const { polls } = world.server
    await vi.advanceTimersByTimeAsync(minutes)
    expect(world.server.polls).toBe(polls)
  })

  it('is tried again as soon as a poll succeeds after failed ones', async () => {
    const world = aLiveBrowser()
    await aTab(world)
    world.server.isDown = true
    await failThreeTimes(world)
    await vi.advanceTimersByTimeAsync(3000)
    expect(world.openUrls()).toEqual([])
    world.server.isDown = false
    await vi.advanceTimersByTimeAsync(3000)
    expect(world.openUrls()).toHaveLength(1)
  })

  it('is replaced by less and less polling while polls fail', async () => {
    const world = aLiveBrowser({ hasSources: false })
    await aTab(world)
    world.server.isDown = true
    await vi.advanceTimersByTimeAsync(minutes)
    const { polls } = world.server
    expect(polls).toBeLessThan(8)
    await vi.advanceTimersByTimeAsync(10 * minutes)
    expect(world.server.polls - polls).toBe(20)
    world.server.isDown = false
    await vi.advanceTimersByTimeAsync(minutes)
    expect(world.server.polls - polls).toBeGreaterThan(30)
  })

  it('ends with the session', async () => {
    const world = aLiveBrowser()
    await aTab(world)
    world.server.counts = null
    await failThreeTimes(world)
    await vi.advanceTimersByTimeAsync(10 * minutes)
    expect(world.server.polls).toBe(1)
    expect(world.openUrls()).toEqual([])
  })

  it('is polling only, in a browser without server-sent events', async () => {
    const world = aLiveBrowser({ hasSources: false })
    await aTab(world)
    await vi.advanceTimersByTimeAsync(6000)
    expect(world.server.polls).toBe(3)
  })
})

async function failThreeTimes(world: World) {
  for (const delay of [1000, 2000, 0]) {
    world.failStream()
    await vi.advanceTimersByTimeAsync(delay)
  }
}

describe('several tabs', () => {
  it('share one stream that follows what all of them follow', async () => {
    const world = aLiveBrowser()
    const one = await aTab(world, { questions: [first] })
    const other = await aTab(world, { questions: [second] })
    expect(world.openUrls()).toEqual([`questions=${first}%2C${second}`])
    world.send(['n', `q${second}`], '1')
    expect(one.changes).toEqual([{ ...nothing, hasCounts: true }])
    expect(other.changes).toEqual([{ ...nothing, hasCounts: true, questions: [second] }])
  })

  it('have a new leader when the first one is closed, which resumes', async () => {
    const world = aLiveBrowser()
    const one = await aTab(world, { questions: [first] })
    const other = await aTab(world, { lists: true })
    const third = await aTab(world, { questions: [second] })
    world.send([], '4')
    one.close()
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toEqual([`questions=${second}&lists=true&after=4`])
    world.send([`q${second}`, `a${first}`], '5')
    expect(other.changes).toEqual([{ ...nothing, asked: [first] }])
    expect(third.changes).toEqual([{ ...nothing, questions: [second] }])
  })

  it('do not follow the questions of closed tabs with a new leader', async () => {
    const world = aLiveBrowser()
    const one = await aTab(world)
    await aTab(world, { lists: true })
    const third = await aTab(world, { questions: [second] })
    third.close()
    one.close()
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toEqual(['lists=true'])
  })

  it('poll for a visible tab while the leader is hidden', async () => {
    const world = aLiveBrowser()
    const leader = await aTab(world)
    const other = await aTab(world)
    leader.setHidden(true)
    await failThreeTimes(world)
    await vi.advanceTimersByTimeAsync(3000)
    expect(world.server.polls).toBe(2)
    expect(other.changes).toHaveLength(1)
    other.setHidden(true)
    await vi.advanceTimersByTimeAsync(9000)
    expect(world.server.polls).toBe(2)
  })

  it('follow no questions once all of them are hidden', async () => {
    const world = aLiveBrowser()
    const leader = await aTab(world, { lists: true })
    const other = await aTab(world, { questions: [first] })
    const expected = `questions=${first}&lists=true`
    expect(world.openUrls()).toEqual([expected])
    leader.setHidden(true)
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toEqual([expected])
    other.setHidden(true)
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toEqual(['lists=true'])
    other.setHidden(false)
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toEqual([expected])
  })

  it('have a stream each without locks', async () => {
    const world = aLiveBrowser({ hasLocks: false })
    await aTab(world, { questions: [first] })
    await aTab(world, { questions: [second] })
    expect(world.openUrls()).toEqual([`questions=${first}`, `questions=${second}`])
  })

  it('of another user get no messages and close the stream of the user who left', async () => {
    const world = aLiveBrowser()
    const left = await aTab(world, { userId: '7' })
    const current = await aTab(world, { userId: '8' })
    expect(world.openUrls()).toHaveLength(1)
    world.send(['n'], '1')
    expect(left.changes).toEqual([])
    expect(current.changes).toEqual([{ ...nothing, hasCounts: true }])
    left.fire('online')
    left.setHidden(true)
    left.setHidden(false)
    await vi.advanceTimersByTimeAsync(300)
    expect(world.openUrls()).toHaveLength(1)
    expect(left.changes).toEqual([])
  })

  it('learn which question the user asked', async () => {
    const world = aLiveBrowser()
    const list = await aTab(world, { lists: true })
    const own = await aTab(world)
    own.connection.sendAsked(first)
    expect(list.asked).toEqual([first])
    expect(own.asked).toEqual([])
  })

  it('follow at most 50 questions, the own ones first', async () => {
    const world = aLiveBrowser()
    const idsFrom = (start: number) =>
      Array.from({ length: 30 }, (_, index) => `1001${String(start + index).padStart(13, '0')}`)
    await aTab(world, { questions: idsFrom(0) })
    await aTab(world, { questions: idsFrom(100) })
    const questions = new URLSearchParams(world.openUrls()[0]).get('questions')?.split(',') ?? []
    expect(questions).toHaveLength(50)
    expect(questions.slice(0, 31)).toEqual([...idsFrom(0), idsFrom(100)[0]])
  })
})
