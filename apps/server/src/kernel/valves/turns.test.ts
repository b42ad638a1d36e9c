import { describe, expect, it } from 'vitest'
import { policies, type Rank, ranks } from './ranks.ts'
import { endTurn, isFull, openTurns, takeTurn, tendTurns, type Turn } from './turns.ts'

/** Turns on a clock that is moved by hand, and what was decided. */
function aValve(mostAtOnce: number) {
  let time = 0
  const decided: string[] = []
  const turns = openTurns({
    now: () => time,
    whenReady: (give) => give(),
    atOnce: mostAtOnce,
    mostAtOnce,
  })
  return {
    turns,
    decided,
    pass: (ms: number) => (time += ms),
    take: (rank: Rank, name: string = rank) =>
      takeTurn(turns, rank, (isMine) => decided.push(isMine ? name : `no ${name}`)),
    working: () => ranks.reduce((sum, rank) => sum + turns.working[rank], 0),
  }
}

describe('turns', () => {
  it('are given at once while there are any, and then as others end', () => {
    const { take, decided, turns } = aValve(2)
    const one = take('visitor', 'one')
    take('visitor', 'two')
    take('visitor', 'three')
    expect(decided).toEqual(['one', 'two'])
    endTurn(turns, one)
    endTurn(turns, one)
    expect(decided).toEqual(['one', 'two', 'three'])
  })

  it.each<[Rank[], Rank[]]>([
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
  ])('asked for by %j are given to %j', (asked, given) => {
    const { take, decided, turns } = aValve(2)
    const held = [take('writer', 'held'), take('writer', 'held')]
    const waiting = asked.map((rank) => take(rank))
    decided.length = 0
    for (const turn of [...held, ...waiting, ...waiting]) endWorking(turns, turn)
    expect(decided).toEqual(given)
  })

  it('within a rank go to who came first', () => {
    const { take, decided, turns } = aValve(2)
    const held = [take('member', 'held'), take('member', 'held')]
    for (const name of ['a', 'b', 'c']) take('member', name)
    for (const turn of held) endTurn(turns, turn)
    expect(decided.slice(2)).toEqual(['a', 'b'])
  })

  it('of which crawlers hold a quarter at most, whoever else is there', () => {
    const { take, decided } = aValve(8)
    for (let n = 0; n < 4; n++) take('crawler')
    expect(decided).toEqual(['crawler', 'crawler'])
    take('visitor')
    expect(decided.at(-1)).toBe('visitor')
  })

  it('nobody waits for any more can be left, and the next ones come forward', () => {
    const { take, decided, turns } = aValve(2)
    const held = take('visitor', 'held')
    take('visitor', 'held')
    const gone = take('visitor', 'gone')
    take('visitor', 'next')
    endTurn(turns, gone)
    endTurn(turns, held)
    expect(decided).toEqual(['held', 'held', 'next'])
  })
})

function endWorking(turns: Parameters<typeof endTurn>[0], turn: Turn) {
  if (turn.state === 'working') endTurn(turns, turn)
}

describe('who would wait too long', () => {
  it.each<[string, Rank, number, boolean]>([
    ['nobody waits', 'crawler', 0, false],
    ['few wait', 'visitor', 50, false],
    ['the wait would take more than half of their patience', 'visitor', 100, true],
    ['members wait longer', 'member', 100, false],
    ['but not for ever', 'member', 200, true],
    ['a write is refused last', 'writer', 200, false],
    ['and yet refused', 'writer', 1_000, true],
  ])('is refused at once: %s', (_what, rank, ahead, expected) => {
    // Each takes 20 ms until the first has ended, and two are worked on at once: 10 ms for each that waits.
    const { take, turns } = aValve(2)
    for (let n = 0; n < 2; n++) take('writer')
    for (let n = 0; n < ahead; n++) take('writer')
    expect(isFull(turns, rank)).toBe(expected)
  })

  it.each([
    [1, 500, false],
    [1, 599, false],
    [100, 15, false],
    [100, 25, true],
  ])('is known from how long the work has taken: %i ms, %i wait', (ms, count, expected) => {
    const { take, turns, pass } = aValve(2)
    take('writer', 'held')
    for (let n = 0; n < 100; n++) {
      const turn = take('visitor')
      pass(ms)
      endTurn(turns, turn)
    }
    for (let n = 0; n <= count; n++) take('visitor')
    expect(isFull(turns, 'visitor')).toBe(expected)
  })

  it('is refused while the first of their rank has waited for long, and then that one is too', () => {
    const { take, turns, pass, decided } = aValve(2)
    for (let n = 0; n < 2; n++) take('member', 'held')
    const { patienceMs } = policies.visitor
    take('visitor')
    pass(patienceMs / 2 + 1)
    expect(isFull(turns, 'visitor')).toBe(true)
    expect(isFull(turns, 'member')).toBe(false)
    tendTurns(turns, 1)
    expect(decided).not.toContain('no visitor')
    pass(patienceMs / 2)
    tendTurns(turns, 1)
    expect(decided.at(-1)).toBe('no visitor')
  })

  it('is refused when so many wait that their number alone is a burden', () => {
    const { take, turns } = aValve(200)
    turns.serviceMs = 0.01
    for (let n = 0; n < 200 + policies.crawler.mostWaiting; n++) take('visitor')
    expect(isFull(turns, 'crawler')).toBe(true)
    expect(isFull(turns, 'visitor')).toBe(false)
    for (let n = 0; n < 2_000; n++) take('visitor')
    expect(turns.waiting.visitor.size).toBe(policies.visitor.mostWaiting)
    for (let n = 0; n < 2_000; n++) take('writer')
    expect(turns.waiting.writer.size).toBe(policies.writer.mostWaiting)
  })
})

describe('how many are worked on at once', () => {
  it.each([
    ['grows while some wait and the process idles', 0.5, 3, 5],
    ['falls while some wait and the process is busy', 1, 3, 2],
    ['stays between the two', 0.95, 3, 3],
  ])('%s', (_what, worked, before, after) => {
    const { take, turns } = aValve(5)
    turns.atOnce = before
    for (let n = 0; n < 20; n++) take('visitor')
    for (let n = 0; n < 10; n++) tendTurns(turns, worked)
    expect(turns.atOnce).toBe(after)
  })

  it('stays as it is while nobody waits', () => {
    const { turns } = aValve(8)
    tendTurns(turns, 1)
    tendTurns(turns, 0)
    expect(turns.atOnce).toBe(8)
  })

  it('lets those in who waited for it', () => {
    const { take, turns, working } = aValve(4)
    turns.atOnce = 2
    for (let n = 0; n < 3; n++) take('visitor')
    expect(working()).toBe(2)
    tendTurns(turns, 0)
    expect(working()).toBe(3)
  })
})
