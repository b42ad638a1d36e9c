// @vitest-environment happy-dom
import '@stoa/locales/all'
import type { AdminBadge } from '@stoa/contract/features/badges'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderRoutes } from '../../../kernel/page.factory.tsx'
import { aVisit } from '../../../kernel/visit.factory.ts'
import { AdminBadgeTable } from './admin-badge-table.tsx'

afterEach(cleanup)

const badge: AdminBadge = {
  id: '90',
  name: 'Editor',
  icon: 'pencil-fill',
  level: 1,
  earned_count: 0,
  description: 'Edit a post.',
  group_name: 'Community',
  award_count: 3,
  status: 'active',
  is_editable: false,
  checked_percent: 100,
}

async function linksOf(fields: Partial<AdminBadge>) {
  const Component = () => <AdminBadgeTable badges={[{ ...badge, ...fields }]} />
  renderRoutes([{ path: '/', Component }], '/', aVisit())
  await screen.findByText('Edit a post.')
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
}

it.each([
  ['a badge to its page', {}, ['/badges/90']],
  ['an inactive badge, which has no page, to nothing', { status: 'inactive' }, []],
  ['a badge of an admin to its form', { is_editable: true }, ['/badges/90', '/admin/badges/90']],
] as const)('AdminBadgeTable links %s', async (_, fields, expected) => {
  expect(await linksOf(fields)).toEqual(expected)
})
