import { TooComplexError } from '../../kernel/errors.ts'
import type { Renderer } from '../../kernel/services.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { render } from '@stoa/markdown/render'
import { openRenderer as open } from './renderer.ts'

const options = { siteUrl: 'https://site.example' }
const long = 'A *plain* sentence with a [link](/x).\n\n'.repeat(200)
/** Takes hundreds of milliseconds of CPU time. */
const slow = '!['.repeat(32_000)

const openRenderer = ({ timeoutMs }: { timeoutMs: number }) =>
  open({ timeoutMs, calls: { ofTexts: () => null, show: () => Promise.resolve([]) } })

let renderer: Renderer
afterEach(() => renderer.close())

describe('openRenderer', () => {
  it.each([
    ['on the main thread', 'short *text*'],
    ['in the worker', long],
  ])('renders the same result %s', async (_thread, markdown) => {
    renderer = openRenderer({ timeoutMs: 60_000 })
    expect(await renderer.render(markdown, options)).toEqual({
      ...render(markdown, options),
      isUnfinished: false,
    })
  })

  it('passes image sizes to the worker', async () => {
    renderer = openRenderer({ timeoutMs: 60_000 })
    const imageSizes = new Map([['/uploads/a.webp', { width: 3, height: 2 }]])
    const { html } = await renderer.render(`![a](/uploads/a.webp)\n\n${long}`, {
      ...options,
      imageSizes,
    })
    expect(html).toContain('width="3" height="2"')
  })

  it('stops a slow render and renders the next text in a new worker', async () => {
    renderer = openRenderer({ timeoutMs: 20 })
    const both = [renderer.render(slow, options), renderer.render(slow, options)]
    for (const rendering of both) await expect(rendering).rejects.toThrow(TooComplexError)
  })

  it('does not block the event loop', async () => {
    renderer = openRenderer({ timeoutMs: 60_000 })
    let isDone = false
    const rendering = renderer.render(slow, options).finally(() => {
      isDone = true
    })
    let iterations = 0
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      iterations++
    }
    await rendering
    expect(iterations).toBeGreaterThan(100)
  })

  it('rejects texts when the queue is full', async () => {
    renderer = openRenderer({ timeoutMs: 60_000 })
    const waiting = Array.from({ length: 80 }, () => renderer.render(long, options))
    const results = await Promise.allSettled(waiting)
    const rejected = results.filter(({ status }) => status === 'rejected')
    expect(rejected).toHaveLength(80 - 65)
    expect(rejected[0]).toMatchObject({ reason: { code: 'base.busy' } })
  })

  it('rejects waiting texts when closed', async () => {
    renderer = openRenderer({ timeoutMs: 60_000 })
    const [rendering] = await Promise.allSettled([renderer.render(slow, options), renderer.close()])
    expect(rendering).toMatchObject({
      status: 'rejected',
      reason: { message: 'renderer is closed' },
    })
  })
})
