// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes, stubApi } from '../../../kernel/page.factory.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { LiveWriters } from './live-writers.tsx'
import { stubEventSource } from './live.factory.ts'

const questionId = '10010000000000001'

let stream: ReturnType<typeof stubEventSource>

beforeEach(() => {
  stubApi()
  stream = stubEventSource()
  const counts = { inbox: 0, achievement: 0, points: 0, cases: 0 }
  renderRoutes([{ path: '/', Component: Page }], '/', aVisit({ viewer: aViewer({ counts }) }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Page() {
  return (
    <main>
      <header>
        <ul />
      </header>
      <LiveWriters questionId={questionId} />
    </main>
  )
}

const facts = () => screen.getByRole('list').textContent

it('LiveWriters counts those who write, until they pause for long', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await stream.send([`w${questionId}.one`])
  expect(facts()).toBe('Someone is writing an answer')
  await stream.send([`w${questionId}.one`, `w${questionId}.two`, 'w10010000000000009.three'])
  expect(facts()).toBe('2 people are writing an answer')
  act(() => void vi.advanceTimersByTime(40_000))
  expect(facts()).toBe('2 people are writing an answer')
  act(() => void vi.advanceTimersByTime(6_000))
  expect(facts()).toBe('')
})

it('LiveWriters counts again when the question changes, because the answer may be there', async () => {
  await stream.send([`w${questionId}.one`])
  await stream.send([`q${questionId}`])
  expect(facts()).toBe('')
  await stream.send([`q${questionId}`, `w${questionId}.two`])
  expect(facts()).toBe('Someone is writing an answer')
})
