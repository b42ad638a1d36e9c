// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes } from '../../../kernel/page.factory.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { stubEventSource } from './live.factory.ts'
import { NewNotifications } from './new-notifications.tsx'

let stream: ReturnType<typeof stubEventSource>
let loads: number

beforeEach(() => {
  stream = stubEventSource()
  loads = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  return (
    <main id="main" tabIndex={-1}>
      <NewNotifications type="inbox" list={useLoaderData<object[]>()} />
    </main>
  )
}

async function openPage(inbox: number) {
  const counts = { inbox, achievement: 5, points: 0, cases: 0 }
  const loader = () => [{ load: ++loads }]
  const routes = [{ path: '/', Component: Page, loader, HydrateFallback: () => null }]
  renderRoutes(routes, '/', aVisit({ viewer: aViewer({ counts }) }))
  await screen.findByRole('status')
}

const status = () => screen.getByRole('status').textContent

it('offers new notifications when the counts change, and loads them on request', async () => {
  await openPage(2)
  await stream.send(['*'])
  expect(status()).toBe('')
  await stream.send(['n'])
  expect(status()).toBe('2 new notifications')
  fireEvent.click(screen.getByRole('button', { name: '2 new notifications' }))
  await expect.poll(() => document.activeElement?.id).toBe('main')
  expect(loads).toBe(2)
  expect(status()).toBe('')
})

it('offers nothing when the counts of something else change', async () => {
  await openPage(0)
  await stream.send(['n'])
  expect(status()).toBe('')
})
