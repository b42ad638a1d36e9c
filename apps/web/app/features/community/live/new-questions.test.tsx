// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes } from '../../../kernel/page.factory.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { stubEventSource } from './live.factory.ts'
import { NewQuestions } from './new-questions.tsx'

const ids = ['10010000000000001', '10010000000000002', '10010000000000003'] as const

let stream: ReturnType<typeof stubEventSource>
let list: { id: string }[]

beforeEach(() => {
  stream = stubEventSource()
  list = [{ id: ids[0] }]
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  return (
    <main id="main" tabIndex={-1}>
      <NewQuestions list={useLoaderData<typeof list>()} />
    </main>
  )
}

async function openPage() {
  const counts = { inbox: 0, achievement: 0, points: 0, cases: 0 }
  const routes = [
    { path: '/', Component: Page, loader: () => [...list], HydrateFallback: () => null },
  ]
  renderRoutes(routes, '/', aVisit({ viewer: aViewer({ counts }) }))
  await screen.findByRole('status')
}

const status = () => screen.getByRole('status').textContent

it('counts new questions once, without those of the list, until they are loaded', async () => {
  await openPage()
  await stream.send(['n', `a${ids[0]}`])
  expect(status()).toBe('')
  await stream.send([`a${ids[1]}`])
  await stream.send([`a${ids[1]}`, `a${ids[2]}`])
  expect(status()).toBe('2 new questions')
  expect(stream.urls()).toEqual(['lists=true'])
  // One was deleted meanwhile.
  list = [{ id: ids[2] }, { id: ids[0] }]
  fireEvent.click(screen.getByRole('button', { name: '2 new questions' }))
  await expect.poll(() => document.activeElement?.id).toBe('main')
  expect(status()).toBe('')
})

it('leaves out the questions that the user asked in another tab', async () => {
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, locks: immediateLocks })
  await openPage()
  await stream.send([`a${ids[1]}`, `a${ids[2]}`])
  const otherTab = new BroadcastChannel('stoa.live.1')
  otherTab.postMessage({ type: 'asked', id: ids[1] })
  await expect.poll(status).toBe('1 new question')
  otherTab.close()
})

const immediateLocks = {
  request: (_name: string, _options: object, whileHeld: () => Promise<void>) => whileHeld(),
}
