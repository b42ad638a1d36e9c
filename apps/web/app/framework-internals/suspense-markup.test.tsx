import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { lazy, Suspense } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { hasPendingContent, inDocumentOrder } from './suspense-markup.server.ts'

const advice =
  'React writes Suspense in another form: see framework-internals/suspense-markup.server.ts'

const longText = 'text '.repeat(20_000)

function aPage() {
  const Lazy = lazy(async () => ({ default: () => <p>{longText}</p> }))
  return (
    <main>
      <Suspense fallback="wait">
        <Lazy />
      </Suspense>
      <footer>end</footer>
    </main>
  )
}

function stream(options: { progressiveChunkSize?: number }) {
  return new Promise<string>((resolve) => {
    const { pipe } = renderToPipeableStream(aPage(), {
      ...options,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
    })
  })
}

it('finds content that renderToString did not wait for', () => {
  expect(hasPendingContent(renderToString(aPage())), advice).toBe(true)
})

it('finds a boundary whose content threw an error', () => {
  const Broken = () => {
    throw new Error('broken')
  }
  const page = (
    <Suspense>
      <Broken />
    </Suspense>
  )
  expect(hasPendingContent(renderToString(page)), advice).toBe(true)
})

it('finds nothing in a complete page', () => {
  const complete = renderToString(<Suspense>{'<!--$!-->'}</Suspense>)
  expect(complete, advice).toBe('<!--$-->&lt;!--$!--&gt;<!--/$-->')
  expect(hasPendingContent(complete), advice).toBe(false)
})

it('streams content in place and without scripts', async () => {
  const html = await stream(inDocumentOrder)
  const expected = `<main><!--$--><p>${longText}</p><!--/$--><footer>end</footer></main>`
  expect(html === expected, advice).toBe(true)
})

it('is needed because React sends large content later, with a script', async () => {
  const html = await stream({})
  const hint = 'React keeps large content in place: remove `inDocumentOrder`'
  expect(html, hint).toMatch(/<footer>end<\/footer>.*<script>.*\$RC\(/s)
})
