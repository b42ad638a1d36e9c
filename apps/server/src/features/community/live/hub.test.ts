import { expect, it, vi } from 'vitest'
import { createHub } from './hub.ts'
import type { Stream } from './stream-index.ts'

function aStream(...follows: string[]) {
  const sent: { id: string; changes: readonly string[] }[] = []
  const stream: Stream = {
    userId: '1',
    follows,
    send: (id, changes) => void sent.push({ id, changes }),
  }
  return { stream, sent, changes: () => sent.map(({ changes }) => changes) }
}

it('createHub sends a message to those who follow a topic', () => {
  const hub = createHub()
  const [one, other] = [aStream('n1', 'q5'), aStream('n2', 'a')]
  hub.add(one.stream, undefined)
  hub.add(other.stream, undefined)
  hub.publish(['q5', 'n1', 'q6'])
  hub.publish(['a7', 'n3'])
  hub.publish(['*'])
  expect(one.changes()).toEqual([[], ['q5', 'n'], ['*']])
  expect(other.changes()).toEqual([[], ['a7'], ['*']])
  hub.remove(one.stream)
  hub.publish(['q5'])
  expect(one.changes()).toHaveLength(3)
})

it('createHub sends what was missed, or that anything may have been', () => {
  const hub = createHub()
  const first = aStream('n1')
  hub.add(first.stream, undefined)
  const start = first.sent[0]!.id
  const missedBy = (after: string, ...follows: string[]) => {
    const stream = aStream(...follows)
    hub.add(stream.stream, after)
    return stream.changes()
  }
  hub.publish(['q5', 'n1'])
  hub.publish(['q5', 'n*'])
  expect(missedBy(start, 'n1', 'q5')).toEqual([['q5', 'n']])
  expect(missedBy(start, 'n2')).toEqual([['n']])
  for (let n = 0; n < 2_000; n++) hub.publish(['q9'])
  expect(missedBy(start, 'n1')).toEqual([['*']])
  expect(missedBy('other.1', 'n1')).toEqual([['*']])
  expect(missedBy('nonsense', 'n1')).toEqual([['*']])
})

it('createHub tells others that someone writes, anonymously and only at that moment', () => {
  const hub = createHub()
  const [writer, reader] = [aStream('q5'), aStream('q5')]
  hub.add(writer.stream, undefined)
  hub.add({ ...reader.stream, userId: '2' }, undefined)
  hub.publish(['w5:1', 'w6:1'])
  hub.publish(['w5:3'])
  expect(writer.changes()).toEqual([[], [expect.stringMatching(/^w5\.[\w-]{8}$/)]])
  expect(reader.changes()[2]).toEqual(writer.changes()[1])
  expect(reader.changes()[1]).not.toEqual(reader.changes()[2])
  const later = aStream('q5')
  hub.add(later.stream, reader.sent[0]!.id)
  expect(later.changes()).toEqual([[]])
})

it('createHub announces the counts of everyone little by little', () => {
  vi.useFakeTimers()
  const hub = createHub()
  const streams = Array.from({ length: 450 }, () => aStream('n1'))
  for (const { stream } of streams) hub.add(stream, undefined)
  const countTold = () => streams.filter(({ changes }) => changes().length === 2).length
  hub.publish(['n*'])
  expect(countTold()).toBe(200)
  vi.advanceTimersByTime(100)
  expect(countTold()).toBe(400)
  vi.advanceTimersByTime(100)
  expect(countTold()).toBe(450)
  vi.useRealTimers()
})
