// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes } from '../../../kernel/page.factory.tsx'
import type { PagePlugin, Visit } from '../../../kernel/visit.ts'
import { SlotHtmlContext } from './slot-html.ts'
import { Slot } from './slot.tsx'

let count = 0

const aPlugin = (source: string | null): PagePlugin => ({
  texts: null,
  hasPieces: false,
  slug: 'hello',
  name: 'Hello',
  // A script is loaded once for each version.
  files: `data:text/javascript,/*${count++}*/`,
  script: source === null ? null : encodeURIComponent(source),
  style: null,
  hasMessages: false,
  slots: ['login'],
  links: [],
  hasUserSettings: false,
})

const shared = `const { react, ['@stoa/plugin-kit/ui']: kit } = globalThis[Symbol.for('stoa.shared')];`

function renderSlot(visit: Partial<Visit>, html = '<p>From the server</p>') {
  const slots = { login: [{ plugin: 'hello', html }] }
  const element = (
    <SlotHtmlContext value={slots}>
      <Slot name="login" path="/users/login" />
    </SlotHtmlContext>
  )
  return renderRoutes([{ path: '/', Component: () => element }], '/', visit)
}

const logError = vi.spyOn(console, 'error')
beforeEach(() => {
  logError.mockImplementation(() => {})
  document.head.innerHTML = '<script type="importmap">{}</script>'
})
afterEach(() => {
  cleanup()
  logError.mockReset()
})

it('shows nothing without plugins', () => {
  const { container } = renderSlot({})
  expect(container.textContent).toBe('')
})

it('shows the HTML from the server for a plugin without a script', () => {
  const { container } = renderSlot({ plugins: [aPlugin(null)] })
  expect(container.querySelector('[data-plugin=hello] p')?.textContent).toBe('From the server')
})

it('shows the component of the plugin in its place, which knows its host', async () => {
  const script = `${shared}
    export default { slots: { login({ path }) {
      const host = kit.useHost()
      return react.createElement('b', null, [path, host.plugin, host.locale, host.viewer.id].join(' '))
    } } }`
  renderSlot({ plugins: [aPlugin(script)] })
  expect(await screen.findByText('/users/login hello en_US ada')).toBeTruthy()
  expect(screen.queryByText('From the server')).toBeNull()
  expect(logError).not.toHaveBeenCalled()
})

it.each([
  ['throws', `${shared} export default { slots: { login() { throw new Error('broken') } } }`],
  ['cannot be loaded', `import 'nowhere:at-all'`],
  ['has nothing for the slot', 'export default { slots: {} }'],
])('keeps the HTML from the server when the script %s', async (_, script) => {
  renderSlot({ plugins: [aPlugin(script)] })
  await waitFor(() => expect(screen.getByText('From the server')).toBeTruthy())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByText('From the server')).toBeTruthy()
})

it('does not load scripts into a page without import map', async () => {
  document.head.innerHTML = ''
  renderSlot({ plugins: [aPlugin(`globalThis.hasLoaded = true; export default {}`)] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect('hasLoaded' in globalThis).toBe(false)
  expect(screen.getByText('From the server')).toBeTruthy()
})
