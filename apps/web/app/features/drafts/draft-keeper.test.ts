import { ApiError, clientOver } from '@stoa/contract/client'
import type { Draft } from '@stoa/contract/features/drafts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readCopy } from './browser-store.ts'
import type { Fields } from './draft-copies.ts'
import { type DraftState, keepDraft } from './draft-keeper.ts'

type Sent = { method: string; content: string; counter: number; known_version: number }

const place = { kind: 'answer', objectId: '10010000000000001' } as const
const key = 'draft:1:answer'

/** What a browser has, in this process; the server is what the test says it is. */
class Storage {
  readonly items = new Map<string, string>()
  getItem = (name: string) => this.items.get(name) ?? null
  setItem = (name: string, value: string) => void this.items.set(name, value)
  removeItem = (name: string) => void this.items.delete(name)
}

let sent: Sent[]
let answer: (input: Sent) => { saved: boolean; draft: Partial<Draft> | null } | number

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new Storage())
  sent = []
  answer = ({ counter }) => ({
    saved: true,
    draft: { version: counter, writer: 'me', saved_at: 9 },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function aKeeper() {
  const states: DraftState[] = []
  const others: (Fields | null)[] = []
  const api = clientOver(async (endpoint, input) => {
    const given = { ...(input as Sent), method: endpoint.method }
    sent.push(given)
    const reply = endpoint.method === 'DELETE' ? null : answer(given)
    if (typeof reply === 'number')
      throw new ApiError({ status: reply, reason: 'base.unknown', msg: '', data: null })
    return { status: 200, reason: 'base.success', msg: '', data: reply }
  })
  const keeper = keepDraft({
    api,
    place,
    key,
    writer: 'me',
    pristine: { content: '' },
    start: { fields: { content: '' }, known: 0, isSaved: true, other: null },
    onState: (state) => states.push(state),
    onOther: (other) => others.push(other),
  })
  const write = (content: string) => keeper.change({ content })
  return { keeper, write, states, others }
}

describe('keeping a draft', () => {
  it('writes here after a short pause and to the server after a longer one', async () => {
    const { write, states } = aKeeper()
    write('a')
    write('ab')
    expect(readCopy(key)).toBeNull()
    await vi.advanceTimersByTimeAsync(300)
    expect(readCopy(key)).toMatchObject({ fields: { content: 'ab' }, isSaved: false })
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(2700)
    expect(sent).toMatchObject([{ content: 'ab', counter: 1, known_version: 0 }])
    expect(readCopy(key)).toMatchObject({ isSaved: true, known: 1 })
    expect(states.at(-1)).toEqual({ is: 'saved', at: 9 })
  })

  it.each([
    [500, 'unreachable'],
    [401, 'signed_out'],
    [400, 'refused'],
  ] as const)(
    'keeps it here when the server answers %i, and tries again',
    async (status, because) => {
      const { write, states } = aKeeper()
      answer = () => status
      write('a')
      await vi.advanceTimersByTimeAsync(3000)
      expect(states.at(-1)).toEqual({ is: 'here', because })
      expect(readCopy(key)).toMatchObject({ fields: { content: 'a' }, isSaved: false })
      answer = () => ({ saved: true, draft: { version: 4, writer: 'me', saved_at: 9 } })
      await vi.advanceTimersByTimeAsync(15_000)
      expect(states.at(-1)).toEqual({ is: 'saved', at: 9 })
    },
  )

  it('offers what another device saved, and goes on from there', async () => {
    const { write, others } = aKeeper()
    answer = ({ known_version }) => ({
      saved: known_version === 5,
      draft: { version: known_version === 5 ? 6 : 5, writer: 'phone', content: 'theirs' },
    })
    write('mine')
    await vi.advanceTimersByTimeAsync(4000)
    expect(others).toEqual([{ content: 'theirs' }])
    expect(sent.map((one) => one.known_version)).toEqual([0, 5])
    expect(readCopy(key)).toMatchObject({
      fields: { content: 'mine' },
      other: { content: 'theirs' },
    })
  })

  it('does not overwrite what another tab wrote here without keeping it', async () => {
    const { write, others } = aKeeper()
    write('mine')
    await vi.advanceTimersByTimeAsync(300)
    const copy = { ...readCopy(key), writer: 'tab', fields: { content: 'theirs' } }
    localStorage.setItem(key, JSON.stringify(copy))
    write('mine, longer')
    await vi.advanceTimersByTimeAsync(300)
    expect(others).toEqual([{ content: 'theirs' }])
    expect(readCopy(key)).toMatchObject({
      fields: { content: 'mine, longer' },
      other: { content: 'theirs' },
    })
  })

  it('saves nothing while the form is on its way, and goes on when it comes back', async () => {
    const { keeper, write } = aKeeper()
    write('a')
    keeper.hold(true)
    expect(readCopy(key)).toMatchObject({ fields: { content: 'a' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([])
    keeper.hold(false)
    await vi.advanceTimersByTimeAsync(3000)
    expect(sent).toMatchObject([{ content: 'a' }])
  })

  it('throws away on both sides what was emptied', async () => {
    const { write } = aKeeper()
    write('a')
    await vi.advanceTimersByTimeAsync(3000)
    write('')
    await vi.advanceTimersByTimeAsync(3000)
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    expect(readCopy(key)).toBeNull()
  })
})
