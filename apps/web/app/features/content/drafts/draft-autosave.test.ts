import { ApiError, createClient } from '@stoa/contract/client'
import type { Draft } from '@stoa/contract/features/drafts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readLocalDraft, writeLocalDraft } from './browser-store.ts'
import type { Fields } from './local-draft.ts'
import { type DraftState, startAutosave } from './draft-autosave.ts'

type SaveRequest = { method: string; content: string; counter: number; known_version: number }

const target = { kind: 'answer', objectId: '10010000000000001' } as const
const key = 'draft:1:answer'

class MemoryStorage {
  readonly items = new Map<string, string>()
  getItem = (name: string) => this.items.get(name) ?? null
  setItem = (name: string, value: string) => void this.items.set(name, value)
  removeItem = (name: string) => void this.items.delete(name)
}

let requests: SaveRequest[]
let respond: (input: SaveRequest) => { saved: boolean; draft: Partial<Draft> | null } | number

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new MemoryStorage())
  requests = []
  respond = ({ counter }) => ({
    saved: true,
    draft: { version: counter, writer: 'me', saved_at: 9 },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function anAutosave() {
  const states: DraftState[] = []
  const conflicts: (Fields | null)[] = []
  const api = createClient(async (endpoint, input) => {
    const request = { ...(input as SaveRequest), method: endpoint.method }
    requests.push(request)
    const response = endpoint.method === 'DELETE' ? null : respond(request)
    if (typeof response === 'number')
      throw new ApiError({ status: response, reason: 'base.unknown', msg: '', data: null })
    return { status: 200, reason: 'base.success', msg: '', data: response }
  })
  const autosave = startAutosave({
    api,
    target,
    key,
    writer: 'me',
    pristine: { content: '' },
    initial: { fields: { content: '' }, knownVersion: 0, isSaved: true, conflict: null },
    onState: (state) => states.push(state),
    onConflict: (conflict) => conflicts.push(conflict),
  })
  const write = (content: string) => autosave.change({ content })
  return { autosave, write, states, conflicts }
}

describe('startAutosave', () => {
  it('saves locally after a short pause and to the server after a longer one', async () => {
    const { write, states } = anAutosave()
    write('a')
    write('ab')
    expect(readLocalDraft(key)).toBeNull()
    await vi.advanceTimersByTimeAsync(300)
    expect(readLocalDraft(key)).toMatchObject({ fields: { content: 'ab' }, isSaved: false })
    expect(requests).toEqual([])
    await vi.advanceTimersByTimeAsync(2700)
    expect(requests).toMatchObject([{ content: 'ab', counter: 1, known_version: 0 }])
    expect(readLocalDraft(key)).toMatchObject({ isSaved: true, knownVersion: 1 })
    expect(states.at(-1)).toEqual({ status: 'saved', at: 9 })
  })

  it.each([
    [500, 'unreachable'],
    [401, 'signed_out'],
    [400, 'refused'],
  ] as const)(
    'saves locally and retries when the server responds with %i',
    async (status, reason) => {
      const { write, states } = anAutosave()
      respond = () => status
      write('a')
      await vi.advanceTimersByTimeAsync(3000)
      expect(states.at(-1)).toEqual({ status: 'local_only', reason })
      expect(readLocalDraft(key)).toMatchObject({ fields: { content: 'a' }, isSaved: false })
      respond = () => ({ saved: true, draft: { version: 4, writer: 'me', saved_at: 9 } })
      await vi.advanceTimersByTimeAsync(15_000)
      expect(states.at(-1)).toEqual({ status: 'saved', at: 9 })
    },
  )

  it('reports a conflict with another device and continues from its version', async () => {
    const { write, conflicts } = anAutosave()
    respond = ({ known_version }) => ({
      saved: known_version === 5,
      draft: { version: known_version === 5 ? 6 : 5, writer: 'phone', content: 'theirs' },
    })
    write('mine')
    await vi.advanceTimersByTimeAsync(4000)
    expect(conflicts).toEqual([{ content: 'theirs' }])
    expect(requests.map((request) => request.known_version)).toEqual([0, 5])
    expect(readLocalDraft(key)).toMatchObject({
      fields: { content: 'mine' },
      conflict: { content: 'theirs' },
    })
  })

  it('keeps a draft from another tab as a conflict when it overwrites it', async () => {
    const { write, conflicts } = anAutosave()
    write('mine')
    await vi.advanceTimersByTimeAsync(300)
    const draft = readLocalDraft(key)!
    writeLocalDraft(key, { ...draft, writer: 'tab', fields: { content: 'theirs' } })
    write('mine, longer')
    await vi.advanceTimersByTimeAsync(300)
    expect(conflicts).toEqual([{ content: 'theirs' }])
    expect(readLocalDraft(key)).toMatchObject({
      fields: { content: 'mine, longer' },
      conflict: { content: 'theirs' },
    })
  })

  it('does not save while paused, and saves when resumed', async () => {
    const { autosave, write } = anAutosave()
    write('a')
    autosave.setPaused(true)
    expect(readLocalDraft(key)).toMatchObject({ fields: { content: 'a' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toEqual([])
    autosave.setPaused(false)
    await vi.advanceTimersByTimeAsync(3000)
    expect(requests).toMatchObject([{ content: 'a' }])
  })

  it('discards an emptied draft locally and on the server', async () => {
    const { write } = anAutosave()
    write('a')
    await vi.advanceTimersByTimeAsync(3000)
    write('')
    await vi.advanceTimersByTimeAsync(3000)
    expect(requests.map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    expect(readLocalDraft(key)).toBeNull()
  })
})
