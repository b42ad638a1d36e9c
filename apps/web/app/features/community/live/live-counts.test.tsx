// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { useLoaderData, useRevalidator } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes, stubApi } from '../../../kernel/page.factory.tsx'
import { useVisit, VisitProvider } from '../../../kernel/visit-context.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { LiveCounts } from './live-counts.tsx'
import { stubEventSource } from './live.factory.ts'

let api: ReturnType<typeof stubApi>
let stream: ReturnType<typeof stubEventSource>
let loadedInbox: number
let loadingPage: Promise<void>

beforeEach(() => {
  api = stubApi()
  stream = stubEventSource()
  loadedInbox = 1
  loadingPage = Promise.resolve()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Counts() {
  return <p>inbox {useVisit().viewer?.counts?.inbox ?? 'unknown'}</p>
}

function Page() {
  const visit = useLoaderData<ReturnType<typeof aVisit>>()
  const { revalidate } = useRevalidator()
  return (
    <VisitProvider value={visit}>
      <LiveCounts>
        <Counts />
      </LiveCounts>
      <button type="button" onClick={() => void revalidate()}>
        reload
      </button>
    </VisitProvider>
  )
}

async function openPage(isMember = true) {
  const loader = async () => {
    const counts = { inbox: loadedInbox, achievement: 0, points: 0, cases: 0 }
    await loadingPage
    return aVisit({ viewer: isMember ? aViewer({ counts }) : null })
  }
  renderRoutes([{ path: '/', Component: Page, loader, HydrateFallback: () => null }], '/')
  await screen.findByText(/inbox/)
  if (isMember) (await api.sent(1)).reply(statusWith(1))
}

const statusWith = (inbox: number) => ({
  status: 200,
  data: { inbox, achievement: 0, achievement_points: 0, revision: 0, badge_award: null },
})

it('shows the new counts after a message, and those of the page when it is loaded later', async () => {
  await openPage()
  await stream.send(['n'])
  const status = await api.sent(2)
  status.reply(statusWith(2))
  await screen.findByText('inbox 2')
  loadedInbox = 5
  act(() => screen.getByText('reload').click())
  expect(await screen.findByText('inbox 5')).toBeDefined()
})

it('asks again if the page is loaded while the counts are', async () => {
  await openPage()
  await stream.send(['n'])
  const status = await api.sent(2)
  loadedInbox = 3
  act(() => screen.getByText('reload').click())
  await screen.findByText('inbox 3')
  status.reply(statusWith(2))
  const again = await api.sent(3)
  again.reply(statusWith(4))
  expect(await screen.findByText('inbox 4')).toBeDefined()
})

it('asks again if the page that is being loaded may have older counts', async () => {
  await openPage()
  const { promise, resolve } = Promise.withResolvers<void>()
  loadingPage = promise
  loadedInbox = 1
  act(() => screen.getByText('reload').click())
  await stream.send(['n'])
  const status = await api.sent(2)
  status.reply(statusWith(0))
  await screen.findByText('inbox 0')
  resolve()
  const again = await api.sent(3)
  again.reply(statusWith(0))
  expect(await screen.findByText('inbox 0')).toBeDefined()
})

it('shows the last of two responses that overtake each other', async () => {
  await openPage()
  await stream.send(['n'])
  const slow = await api.sent(2)
  await stream.send(['n'])
  const fast = await api.sent(3)
  fast.reply(statusWith(0))
  await screen.findByText('inbox 0')
  await act(async () => slow.reply(statusWith(2)))
  expect(screen.getByText('inbox 0')).toBeDefined()
})

it('opens no stream for visitors', async () => {
  await openPage(false)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(stream.urls()).toEqual([])
})
