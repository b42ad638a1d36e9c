// @vitest-environment happy-dom
import { healthCheckNames, healthCodes } from '@stoa/contract/features/health'
import '@stoa/locales/all'
import { translator } from '@stoa/locales/translate'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderRoutes } from '../../../kernel/page.factory.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { HealthChecks, HealthProblems } from './health-checks.tsx'
import { toSizeText } from './health-text.ts'

afterEach(cleanup)

const codes = [
  ...healthCheckNames.flatMap((name) => healthCodes[name].map((code) => `${name}.${code}`)),
  'check.timeout',
  'check.failed',
]

it.each(codes)('%s has a text', (code) => {
  expect(translator('en_US').has(`health.found.${code}`)).toBe(true)
})

it.each([
  [512, '512 B'],
  [1000, '1 kB'],
  [3.14 * 1024 ** 3, '3.1 GB'],
  [40 * 1024 ** 3, '40 GB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('toSizeText writes %d bytes as %s', (bytes, text) => {
  expect(toSizeText(bytes, translator('en_US'))).toBe(`\u2066${text}\u2069`)
})

const render = (Component: () => React.ReactNode) =>
  renderRoutes([{ path: '/', Component }], '/', aVisit({ viewer: aViewer() }))

describe('HealthProblems', () => {
  it('says what is wrong, what to do and where', async () => {
    const checks = [
      { name: 'failed_jobs', level: 'problem', code: 'failed_jobs.failed', values: { count: 2 } },
      { name: 'email', level: 'ok', code: 'email.ok', values: { sent: 1 } },
    ] as const
    render(() => <HealthProblems checks={checks} />)
    expect(await screen.findByText('Failed jobs: 2 jobs failed for good.')).toBeTruthy()
    expect(screen.getByText(/then retry or discard them/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open jobs' }).getAttribute('href')).toBe('/admin/jobs')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })
})

describe('HealthChecks', () => {
  it('names the level of each check, and the way out of a warning', async () => {
    const checks = [
      { name: 'jobs', level: 'warning', code: 'jobs.late', values: { waiting: 3, age: 600 } },
      { name: 'redis', level: 'skipped', code: 'redis.none', values: {} },
    ] as const
    render(() => <HealthChecks checks={checks} />)
    expect(await screen.findByText('3 jobs wait, the oldest for 10 min')).toBeTruthy()
    expect(screen.getByText(/start another worker/)).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Warning' })).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Not checked' })).toBeTruthy()
  })
})
