// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { preserveTypedText } from './preserve-typed-text.ts'

const page = <textarea defaultValue="Initial" />

/** Hydrates a page with a text area in which someone has typed. */
async function hydrateTyped() {
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  const area = container.querySelector('textarea')!
  area.value = 'Typed'
  await act(async () => {
    hydrateRoot(container, page)
  })
  return area
}

it('keeps text that was typed before hydration', async () => {
  const restore = preserveTypedText()
  const area = await hydrateTyped()
  restore()
  const advice =
    'React changes text areas in another way on hydration: see framework-internals/preserve-typed-text.ts'
  expect(area.value, advice).toBe('Typed')
  expect(area.defaultValue, advice).toBe('Initial')
})

it('changes text areas as usual once it is restored', () => {
  preserveTypedText()()
  const area = document.createElement('textarea')
  area.defaultValue = 'Initial'
  area.value = 'Typed'
  area.value = 'Initial'
  expect(area.value).toBe('Initial')
})

it('is needed because React resets text areas on hydration', async () => {
  const hint = 'React keeps typed text: remove framework-internals/preserve-typed-text.ts'
  expect((await hydrateTyped()).value, hint).toBe('Initial')
})
