// @vitest-environment happy-dom
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { voteUp } from '@stoa/contract/features/votes'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { createHash } from 'node:crypto'
import type { ReactNode } from 'react'
import { Link, useLoaderData, useLocation, useRevalidator } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoginPrompt } from './login-redirect.tsx'
import { renderRoutes, stubApi } from './page.factory.tsx'
import { useMutation } from './use-mutation.ts'
import type { Visit } from './visit.ts'

let api: ReturnType<typeof stubApi>
let question: { id: string; isOn: boolean; count: number }
let loads: number
let holdLoad: Promise<void> | undefined

beforeEach(() => {
  api = stubApi()
  loads = 0
  holdLoad = undefined
  question = { id: '1', isOn: false, count: 4 }
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rejected = { status: 403, reason: 'rank.too_low', msg: 'Not enough reputation.' }
const confirmed = (count: number) => ({ status: 200, data: { object_collection_count: count } })
const captchaRequired = {
  status: 400,
  msg: 'Invalid.',
  data: [{ error_field: 'captcha_code', error_msg: 'Solve the captcha.' }],
}

type Loaded = typeof question

function useToggle(loaded: Loaded) {
  return useMutation({
    send: (call, isOn: boolean) => call(switchBookmark, { object_id: loaded.id, bookmark: isOn }),
    optimistic: {
      id: loaded.id,
      source: loaded,
      loaded: { isOn: loaded.isOn, count: loaded.count },
      apply: (state, isOn) =>
        state.isOn === isOn ? state : { isOn, count: state.count + (isOn ? 1 : -1) },
      confirm: (response, isOn) => ({ isOn, count: response.object_collection_count }),
    },
  })
}

function ToggleButton({ loaded }: { loaded: Loaded }) {
  const { state, run, isSending } = useToggle(loaded)
  return (
    <button type="button" onClick={() => void run(!state.isOn)} aria-busy={isSending}>
      {state.isOn ? 'on' : 'off'} {state.count}
    </button>
  )
}

function Press({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onPress}>
      {children}
    </button>
  )
}

function VoteButton() {
  const { run } = useMutation({
    send: (call) => call(voteUp, { object_id: '1' }),
    successToast: () => ({ text: 'Voted.' }),
  })
  return <Press onPress={() => void run()}>vote</Press>
}

function DeleteButton() {
  const restoration = useMutation({
    send: (call, name: string) => call(switchBookmark, { object_id: name, bookmark: true }),
    successToast: () => ({ text: 'Restored.' }),
    revalidates: true,
  })
  const { run } = useMutation({
    send: (call) => call(switchBookmark, { object_id: '1', bookmark: false }),
    successToast: () => ({ text: 'Deleted.' }),
    undo: () => void restoration.run('1'),
    revalidates: true,
  })
  return <Press onPress={() => void run()}>delete</Press>
}

function SaveButton() {
  const { run, error } = useMutation({
    send: (call, name: string) => call(switchBookmark, { object_id: name, bookmark: true }),
    // Every name has its own control.
    isRepeat: (previous, next) => previous === next,
    showsFieldError: true,
  })
  return (
    <>
      <Press onPress={() => void run('a')}>save a</Press>
      <Press onPress={() => void run('b')}>save b</Press>
      <p>error: {error}</p>
    </>
  )
}

function Page() {
  const loaded: Loaded = useLoaderData()
  const { revalidate } = useRevalidator()
  return (
    <>
      <ToggleButton loaded={loaded} />
      <VoteButton />
      <DeleteButton />
      <SaveButton />
      <Press onPress={() => void revalidate()}>reload</Press>
      <Link to="/questions/2">next question</Link>
      <Link to="/about">leave</Link>
    </>
  )
}

function Place() {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}

async function open(visit?: Partial<Visit>, onLoginPrompt?: (prompt: LoginPrompt) => void) {
  const loader = async ({ params }: { params: { id?: string } }) => {
    loads += 1
    const data = { ...question, id: params.id ?? '' }
    await holdLoad
    return data
  }
  const routes = [
    { path: '/questions/:id', Component: Page, loader, HydrateFallback: () => null },
    { path: '*', Component: Place },
  ]
  renderRoutes(routes, '/questions/1?page=2', visit, onLoginPrompt)
  await screen.findByText('off 4')
}

const press = (text: string | RegExp) => fireEvent.click(screen.getByText(text))
const toggle = () => press(/^(on|off) \d+$/)
const shown = () => screen.getByText(/^(on|off) \d+$/).textContent
const expectText = async (text: string) => expect(await screen.findByText(text)).toBeTruthy()

describe('an optimistic change', () => {
  beforeEach(() => open())

  it('is shown at once and replaced by the response', async () => {
    toggle()
    expect(shown()).toBe('on 5')
    const call = await api.sent(1)
    expect(call.input).toEqual({ object_id: '1', bookmark: true })
    call.reply(confirmed(9))
    await expectText('on 9')
  })

  it('is rolled back with a toast when the server rejects it', async () => {
    toggle()
    ;(await api.sent(1)).reply(rejected)
    await expectText('Not enough reputation.')
    expect(shown()).toBe('off 4')
  })

  it('is rolled back with a toast when a field is rejected', async () => {
    toggle()
    ;(await api.sent(1)).reply({
      status: 400,
      data: [{ error_field: 'object_id', error_msg: 'Unknown question.' }],
    })
    await expectText('Unknown question.')
    expect(shown()).toBe('off 4')
  })

  it('is rolled back with a toast when the site is unreachable', async () => {
    toggle()
    ;(await api.sent(1)).fail()
    await expectText('Can’t reach the site. Nothing was changed. Please try again in a moment.')
    expect(shown()).toBe('off 4')
  })

  it('ignores a double press', async () => {
    toggle()
    toggle()
    ;(await api.sent(1)).reply(confirmed(5))
    await expect.poll(() => screen.getByText('on 5').getAttribute('aria-busy')).toBe('false')
    expect(api.calls).toHaveLength(1)
    toggle()
    ;(await api.sent(2)).reply(confirmed(4))
    await expectText('off 4')
  })
})

describe('loader data', () => {
  beforeEach(() => open())

  async function reload(next: Partial<Loaded>) {
    question = { ...question, ...next }
    press('reload')
    await expect.poll(() => loads).toBeGreaterThan(1)
  }

  it('replaces the state when no call is in flight', async () => {
    await reload({ isOn: true, count: 7 })
    await expectText('on 7')
  })

  it.each([
    ['without', { isOn: false, count: 7 }, 'off 7'],
    ['with', { isOn: true, count: 8 }, 'on 8'],
  ])('that arrives %s the unconfirmed change shows it once', async (_, next, afterRejection) => {
    toggle()
    const call = await api.sent(1)
    await reload(next)
    await expectText('on 8')
    call.reply(rejected)
    await expectText('Not enough reputation.')
    expect(shown()).toBe(afterRejection)
  })

  it('that was requested before the change is loaded again', async () => {
    let release = () => {}
    holdLoad = new Promise((resolve) => (release = resolve))
    await reload({ count: 6 })
    toggle()
    const call = await api.sent(1)
    question = { ...question, isOn: true, count: 7 }
    call.reply(confirmed(7))
    await expect.poll(() => loads).toBe(3)
    release()
    await expectText('on 7')
  })

  it('of another question is not changed by a late response', async () => {
    toggle()
    const call = await api.sent(1)
    question = { ...question, count: 20 }
    press('next question')
    await expectText('off 20')
    toggle()
    expect(shown()).toBe('on 21')
    const next = await api.sent(2)
    expect(next.input).toMatchObject({ object_id: '2' })
    call.reply(confirmed(5))
    next.reply(rejected)
    await expectText('Not enough reputation.')
    expect(shown()).toBe('off 20')
  })
})

describe('calls of one hook', () => {
  beforeEach(() => open())

  it('are sent in the order of the presses, one at a time', async () => {
    press('save a')
    press('save b')
    const first = await api.sent(1)
    expect(first.input).toMatchObject({ object_id: 'a' })
    first.reply(confirmed(1))
    expect((await api.sent(2)).input).toMatchObject({ object_id: 'b' })
  })

  it('that wait are dropped after a rejection', async () => {
    press('save a')
    press('save b')
    ;(await api.sent(1)).reply(rejected)
    await expectText('Not enough reputation.')
    press('save a')
    expect((await api.sent(2)).input).toMatchObject({ object_id: 'a' })
  })

  it('return the message of an alert to a caller that shows it', async () => {
    press('save a')
    ;(await api.sent(1)).reply({ status: 403, reason: 'error.rank.too_low', msg: 'Too low.' })
    await expectText('error: Too low.')
  })

  it('return the message of a field to a caller that shows it', async () => {
    press('save a')
    ;(await api.sent(1)).reply({
      status: 400,
      data: [{ error_field: 'name', error_msg: 'Too short.' }],
    })
    await expectText('error: Too short.')
    press('save a')
    await expectText('error:')
  })
})

describe('a visitor', () => {
  it('is asked to log in, without a call', async () => {
    const onLoginPrompt = vi.fn<(prompt: LoginPrompt) => void>()
    await open({ viewer: null }, onLoginPrompt)
    toggle()
    expect(onLoginPrompt).toHaveBeenCalledExactlyOnceWith({})
    expect(api.calls).toHaveLength(0)
  })

  it('whose session has ended is sent there too', async () => {
    await open()
    toggle()
    ;(await api.sent(1)).reply({ status: 401 })
    await expectText('at /users/login?redirect=%2Fquestions%2F1%3Fpage%3D2')
  })
})

describe('a required captcha', () => {
  beforeEach(() => open())
  const salt = 'salt?expires=1893456000'
  const work = {
    algorithm: 'SHA-256',
    salt,
    challenge: createHash('sha256').update(`${salt}7`).digest('hex'),
    maxnumber: 10,
    signature: 'signed',
  }

  async function solveCaptcha() {
    press('vote')
    ;(await api.sent(1)).reply(captchaRequired)
    const record = await api.sent(2)
    expect(record.path).toContain('/user/action/record?action=vote')
    record.reply({ status: 200, data: { captcha_id: 'c1', challenge: work, plugin: '' } })
    const retry = await api.sent(3)
    expect(retry.input).toEqual({
      object_id: '1',
      captcha_id: 'c1',
      captcha_code: btoa(JSON.stringify({ ...work, number: 7 })),
    })
    return retry
  }

  it('is solved, and the call is retried', async () => {
    const retry = await solveCaptcha()
    retry.reply({ status: 200 })
    await expectText('Voted.')
  })

  it('is solved once: a second rejection is shown', async () => {
    const retry = await solveCaptcha()
    retry.reply(captchaRequired)
    await expectText('Solve the captcha.')
    expect(api.calls).toHaveLength(3)
  })
})

describe('undo', () => {
  beforeEach(() => open())

  it('calls the reverse and loads the data again', async () => {
    press('delete')
    ;(await api.sent(1)).reply(confirmed(0))
    await expectText('Deleted.')
    await expect.poll(() => loads).toBe(2)
    press('Undo')
    const call = await api.sent(2)
    expect(call.input).toEqual({ object_id: '1', bookmark: true })
    call.reply(confirmed(0))
    await expectText('Restored.')
    await expect.poll(() => loads).toBe(3)
  })

  it('works after the user has left the page', async () => {
    press('delete')
    ;(await api.sent(1)).reply(confirmed(0))
    await expectText('Deleted.')
    press('leave')
    await expectText('at /about')
    press('Undo')
    ;(await api.sent(2)).reply(confirmed(0))
    await expectText('Restored.')
  })
})

describe('after the user has left the page', () => {
  beforeEach(() => open())

  it.each([
    ['a rejection is shown', rejected, 'Not enough reputation.'],
    [
      'an ended session does not redirect',
      { status: 401, msg: 'Please log in.' },
      'Please log in.',
    ],
  ])('%s', async (_, reply, text) => {
    toggle()
    const call = await api.sent(1)
    press('leave')
    await expectText('at /about')
    call.reply(reply)
    await expectText(text)
    await expectText('at /about')
  })
})
