// @vitest-environment happy-dom
import { roles } from '@stoa/contract/access'
import type { BadgeAward } from '@stoa/contract/features/badges'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderRoutes, stubApi } from '../../../kernel/page.factory.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import type { Viewer } from '../../../kernel/visit.ts'
import { AwardRows } from './award-rows.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const award: BadgeAward = {
  created_at: 1,
  object_type: '',
  object_id: '0',
  question_id: '0',
  answer_id: '0',
  comment_id: '0',
  title: '',
  url_title: '',
  author_user_info: {
    id: '7',
    username: 'ada',
    display_name: 'Ada',
    avatar: '',
    rank: 1,
    status: 'normal',
  },
}

function renderFor(viewer: Viewer | null) {
  const Component = () => (
    <AwardRows label="Who has it" badge={{ id: '90', name: 'Editor' }} list={[award]} />
  )
  renderRoutes([{ path: '/', Component }], '/', aVisit({ viewer }))
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('AwardRows', () => {
  it('lets staff take a badge back, with a reason', async () => {
    const { sent } = stubApi()
    renderFor(aViewer({ role_id: roles.moderator }))
    await screen.findByText('Ada')
    press('Take back from Ada')
    await screen.findByText('Take back Editor?')
    press('Take back')
    const field = await screen.findByRole('textbox')
    expect(screen.getByText('Cannot be empty.')).toBeTruthy()
    fireEvent.change(field, { target: { value: 'By mistake.' } })
    press('Take back')
    const call = await sent(1)
    expect(call).toMatchObject({
      path: '/answer/api/v1/badge/awards',
      input: { badge_id: '90', username: 'ada', reason: 'By mistake.' },
    })
    call.reply({ status: 200 })
    expect(await screen.findByText('Badge taken back.')).toBeTruthy()
    await vi.waitFor(() => expect(screen.queryByText('Take back Editor?')).toBeNull())
  })

  it.each([
    ['visitors', null],
    ['members', aViewer()],
  ])('offers %s no action', async (_, viewer) => {
    renderFor(viewer)
    await screen.findByText('Ada')
    expect(screen.queryByRole('button', { name: 'Take back from Ada' })).toBeNull()
  })
})
