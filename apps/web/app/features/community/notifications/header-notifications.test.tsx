// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { VisitProvider } from '../../../kernel/visit-context.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import type { NewCounts } from '../../../kernel/visit.ts'
import { HeaderNotifications } from './header-notifications.tsx'

afterEach(cleanup)

function labelsAt(path: string, counts: NewCounts | null) {
  const Stub = createRoutesStub([{ path: '*', Component: HeaderNotifications }])
  render(
    <VisitProvider value={aVisit({ viewer: aViewer({ counts }) })}>
      <Stub initialEntries={[path]} />
    </VisitProvider>,
  )
  return screen.queryAllByRole('link').map((link) => link.title)
}

const counts = { inbox: 3, achievement: 2, points: 48, cases: 0 }

describe('the links of the header', () => {
  it.each([
    ['what is new', '/', counts, ['Inbox, 3 new', 'Achievements, +48 reputation']],
    [
      'a loss, and at most 99',
      '/',
      { ...counts, inbox: 100, points: -4 },
      ['Inbox, 99+ new', 'Achievements, −4 reputation'],
    ],
    [
      'no counts when nothing is new',
      '/',
      { inbox: 0, achievement: 0, points: 0, cases: 0 },
      ['Inbox', 'Achievements'],
    ],
    [
      'no count on the screen that lists it',
      '/users/notifications/inbox/votes',
      counts,
      ['Inbox', 'Achievements, +48 reputation'],
    ],
    ['nothing to users who are not activated', '/', null, []],
  ])('show %s', (_, path, given, expected) => {
    expect(labelsAt(path, given)).toEqual(expected)
  })
})

describe('a new badge', () => {
  const badge = {
    notification_id: '5',
    badge_id: '90',
    name: 'Editor',
    icon: '',
    level: 1,
  } as const

  it('is congratulated on', async () => {
    labelsAt('/', { ...counts, badge })
    expect(await screen.findByText('You earned Editor')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View badge' }).getAttribute('href')).toMatch(
      /^\/badges\/90\?username=/,
    )
  })

  it('is not congratulated on again once the card is closed', async () => {
    labelsAt('/', { ...counts, badge })
    const close = await screen.findByRole('button', { name: 'Close' })
    close.click()
    await vi.waitFor(() => expect(screen.queryByText('You earned Editor')).toBeNull())
  })
})
