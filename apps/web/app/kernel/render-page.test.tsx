import { lazy, Suspense, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPage } from './render-page.server.ts'

async function render(content: ReactNode) {
  const reported: unknown[] = []
  const page = (
    <html lang="en">
      <body>{content}</body>
    </html>
  )
  const html = renderPage(page, undefined, (error) => void reported.push(error))
  return { html: (await html).toString(), reported }
}

const whole = (content: string) =>
  `<!DOCTYPE html><html lang="en"><head></head><body>${content}</body></html>`

/** Comes a moment after it is asked for. */
const later = () => lazy(async () => ({ default: () => <b>café</b> }))

describe('a page', () => {
  it('is whole, with its type before it', async () => {
    expect((await render(<p>café</p>)).html).toBe(whole('<p>café</p>'))
  })

  it('has in its place what must be waited for', async () => {
    const Late = later()
    const { html, reported } = await render(
      <Suspense fallback="wait">
        <Late />
      </Suspense>,
    )
    expect(html).toBe(whole('<!--$--><b>café</b><!--/$-->'))
    expect(reported).toEqual([])
  })

  it('waits for what nobody said a word for as well', async () => {
    const Late = later()
    expect((await render(<Late />)).html).toBe(whole('<b>café</b>'))
  })

  it('that cannot be made is no page, and said once', async () => {
    const failure = new Error('broken')
    const Broken = () => {
      throw failure
    }
    const reported: unknown[] = []
    const made = renderPage(<Broken />, undefined, (error) => void reported.push(error))
    await expect(made).rejects.toBe(failure)
    expect(reported).toEqual([failure])
  })
})
