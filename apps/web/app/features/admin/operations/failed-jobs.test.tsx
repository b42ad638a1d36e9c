// @vitest-environment happy-dom
import '@stoa/locales/all'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderRoutes, stubApi } from '../../../kernel/page.factory.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { FailedJobs } from './failed-jobs.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const failed = [
  { queue: 'index', error: 'out of memory', count: 2, last_failed_at: 30 },
  { queue: 'index', error: 'index is missing', count: 1, last_failed_at: 10 },
]

it('FailedJobs discards all jobs of a queue, and says how many', async () => {
  const { sent } = stubApi()
  const Component = () => <FailedJobs failed={failed} />
  renderRoutes([{ path: '/', Component }], '/', aVisit({ viewer: aViewer() }))
  await screen.findByText(/index is missing/)
  fireEvent.click(screen.getByRole('button', { name: 'Discard the failed jobs of index' }))
  expect(await screen.findByText(/^All 3 failed jobs of index are deleted/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Discard jobs' }))
  expect((await sent(1)).input).toEqual({ queue: 'index' })
})
