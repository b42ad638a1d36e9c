// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import {
  createRoutesStub,
  Link,
  Outlet,
  ScrollRestoration as RouterScrollRestoration,
  ServerRouter,
} from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { captureEntry } from './contract-app.fixture.tsx'
import { toRenderContext } from './router-handoff.server.ts'
import { ScrollRestoration } from './scroll-restoration.ts'

const advice =
  'UNSAFE_useScrollRestoration of React Router changed: see framework-internals/scroll-restoration.ts'

afterEach(cleanup)

it('scrolls to the top of the next page, without a script', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <Outlet />
          <ScrollRestoration />
        </>
      ),
      children: [
        { index: true, Component: () => <Link to="/next">Next</Link> },
        { path: 'next', Component: () => <p>Here</p> },
      ],
    },
  ])
  const { container } = render(<Stub />)
  expect(history.scrollRestoration, advice).toBe('manual')
  scrollTo.mockClear()
  fireEvent.click(await screen.findByText('Next'))
  await screen.findByText('Here')
  expect(scrollTo.mock.calls, advice).toEqual([[0, 0]])
  expect(container.querySelector('script'), advice).toBeNull()
})

it('is needed because <ScrollRestoration> adds an inline script', async () => {
  const entry = await captureEntry(RouterScrollRestoration)
  const page = <ServerRouter context={toRenderContext(entry)} url="http://site.test/" />
  const hint =
    '<ScrollRestoration> writes no inline script anymore: use it instead of framework-internals/scroll-restoration.ts'
  expect(renderToString(page), hint).toContain('<script>((storageKey, restoreKey) =>')
})
