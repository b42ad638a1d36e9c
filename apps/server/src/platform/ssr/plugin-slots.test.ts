import type { SlotRequest } from '@stoa/web/kernel/host-request.ts'
import { describe, expect, it } from 'vitest'
import { PluginSlots } from './plugin-slots.ts'

const slot = { name: 'sidebar', props: { path: '/questions' } } as const
const other = { name: 'sidebar', props: { path: '/tags' } } as const

/** A plugin that responds when the test says so. */
function aPlugin() {
  const waiting: { resolve(html: string): void; reject(error: Error): void }[] = []
  const render = () =>
    new Promise<string>((resolve, reject) => {
      waiting.push({ resolve, reject })
    })
  let fingerprint = 'one'
  let time = 0
  const slots = new PluginSlots({
    render,
    fingerprint: () => fingerprint,
    now: () => time,
  })
  return {
    slots,
    waiting,
    fill: (wanted: SlotRequest = slot) =>
      slots.fill({ slug: 'hello', slot: wanted, locale: 'en_US' }),
    configure: () => (fingerprint = 'two'),
    pass: (ms: number) => (time += ms),
  }
}

describe('slots', () => {
  it('call a plugin once for the same place, and remember its HTML', async () => {
    const { fill, waiting } = aPlugin()
    const both = [fill(), fill()]
    expect(waiting).toHaveLength(1)
    waiting[0]?.resolve('<p>Hello</p>')
    expect(await Promise.all(both)).toEqual(['<p>Hello</p>', '<p>Hello</p>'])
    expect(await fill()).toBe('<p>Hello</p>')
    expect(waiting).toHaveLength(1)
  })

  it('are separate for other props, languages and settings', async () => {
    const { slots, fill, waiting, configure } = aPlugin()
    const all = [fill(), fill(other), slots.fill({ slug: 'hello', slot, locale: 'ar' })]
    configure()
    all.push(fill())
    waiting.forEach(({ resolve }, index) => resolve(String(index)))
    expect(await Promise.all(all)).toEqual(['0', '1', '2', '3'])
  })

  it('are empty when the plugin is late, and filled on the next page', async () => {
    const { fill, waiting } = aPlugin()
    expect(await fill()).toBeNull()
    waiting[0]?.resolve('Late')
    await new Promise(setImmediate)
    expect(await fill()).toBe('Late')
    expect(waiting).toHaveLength(1)
  })

  it('do not wait for a plugin that was late a moment ago', async () => {
    const { fill, waiting, pass } = aPlugin()
    await fill()
    let isDone = false
    const next = fill(other).then((html) => {
      isDone = true
      return html
    })
    await new Promise(setImmediate)
    expect(isDone).toBe(true)
    expect(await next).toBeNull()
    expect(waiting).toHaveLength(2)
    pass(11_000)
    waiting[1]?.resolve('Here')
    expect(await fill(other)).toBe('Here')
  })

  it('wait again for a plugin that was only slow to start', async () => {
    const { fill, waiting, pass } = aPlugin()
    await fill()
    const next = fill(other)
    pass(200)
    waiting[0]?.resolve('Started')
    expect(await next).toBeNull()
    const third = { name: 'sidebar', props: { path: '/users' } } as const
    expect(await fill(third)).toBeNull()
    waiting[2]?.resolve('Fast')
    await new Promise(setImmediate)
    const fourth = fill({ name: 'sidebar', props: { path: '/badges' } })
    waiting[3]?.resolve('In time')
    expect(await fourth).toBe('In time')
  })

  it('are empty when the plugin fails, without asking again at once', async () => {
    const { fill, waiting } = aPlugin()
    const first = fill()
    waiting[0]?.reject(new Error('broken'))
    expect(await first).toBeNull()
    expect(await fill()).toBeNull()
    expect(waiting).toHaveLength(1)
  })

  it('stop calling a plugin that does not keep up', async () => {
    const { fill, waiting } = aPlugin()
    const paths = Array.from({ length: 80 }, (_, index) => `/tags/${index}`)
    const calls = paths.map((path) => fill({ name: 'sidebar', props: { path } }))
    expect(waiting).toHaveLength(50)
    expect(new Set(await Promise.all(calls))).toEqual(new Set([null]))
  })
})
