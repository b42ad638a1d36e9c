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

const document = (content: string) =>
  `<!DOCTYPE html><html lang="en"><head></head><body>${content}</body></html>`

const createLazy = () => lazy(async () => ({ default: () => <b>café</b> }))

describe('renderPage', () => {
  it('returns the whole document with its doctype', async () => {
    expect((await render(<p>café</p>)).html).toBe(document('<p>café</p>'))
  })

  it('waits for lazy content and renders it in place', async () => {
    const Lazy = createLazy()
    const { html, reported } = await render(
      <Suspense fallback="wait">
        <Lazy />
      </Suspense>,
    )
    expect(html.replaceAll(/<!--.*?-->/g, '')).toBe(document('<b>café</b>'))
    expect(reported).toEqual([])
  })

  it('waits for lazy content without a Suspense boundary', async () => {
    const Lazy = createLazy()
    expect((await render(<Lazy />)).html).toBe(document('<b>café</b>'))
  })

  it('rejects and reports an error once', async () => {
    const failure = new Error('broken')
    const Broken = () => {
      throw failure
    }
    const reported: unknown[] = []
    const rendering = renderPage(<Broken />, undefined, (error) => void reported.push(error))
    await expect(rendering).rejects.toBe(failure)
    expect(reported).toEqual([failure])
  })
})
