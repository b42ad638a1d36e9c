// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { addToHead } from './add-to-head.server.ts'

const advice =
  'React writes or hydrates the head in another way: see framework-internals/add-to-head.server.ts'

const page = (
  <html lang="en">
    <head>
      <meta name="description" content="</head>" />
      <title>{'About </head>'}</title>
    </head>
    <body>
      <p>Text</p>
    </body>
  </html>
)

const custom = '<meta name="custom" content="1">'

function renderWithCustom() {
  return addToHead(Buffer.from(renderToString(page)), custom).toString()
}

it('adds elements at the end of the head', () => {
  const [head = '', body] = renderWithCustom().split(`${custom}</head>`)
  expect(body, advice).toBe('<body><p>Text</p></body></html>')
  expect(head, advice).toMatch(/^<html lang="en"><head>.*<title>About &lt;\/head&gt;<\/title>$/)
})

it('keeps the elements on hydration', async () => {
  const received = new DOMParser().parseFromString(renderWithCustom(), 'text/html')
  const errors: unknown[] = []
  await act(async () => {
    hydrateRoot(received, page, { onRecoverableError: (error) => errors.push(error) })
  })
  expect(errors, advice).toEqual([])
  expect(received.head.querySelectorAll('meta[name=custom]').length, advice).toBe(1)
})
