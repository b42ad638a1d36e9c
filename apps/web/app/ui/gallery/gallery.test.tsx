import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Gallery } from './gallery.tsx'

const html = renderToString(
  <MemoryRouter>
    <Gallery />
  </MemoryRouter>,
)

it('renders on the server without style attributes and inline handlers', () => {
  expect(html).toContain('All components in all states')
  expect(html.match(/<[^>]+\sstyle=/g)).toBeNull()
  expect(html.match(/<[^>]+\son[a-z]+=/g)).toBeNull()
})

it('every button and image has an accessible name', () => {
  const buttons = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)]
  const nameless = buttons.filter(
    ([, attributes = '', content = '']) =>
      !attributes.includes('aria-label=') && content.replace(/<[^>]*>/g, '').trim() === '',
  )
  expect(buttons.length).toBeGreaterThan(40)
  expect(nameless.map(([all]) => all)).toEqual([])
  expect([...html.matchAll(/<img(?![^>]*\salt=)/g)]).toEqual([])
})

it('every id is unique', () => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
