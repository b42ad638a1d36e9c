// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { AcceptButton } from './features/content/answers/accept-button.tsx'
import { BookmarkButton } from './features/content/bookmarks/bookmark-button.tsx'
import { FollowTag } from './features/content/follows/follow-tag.tsx'
import { ReactionPicker } from './features/content/reactions/reaction-picker.tsx'
import { ReactionRow } from './features/content/reactions/reaction-row.tsx'
import { CommentVote } from './features/content/votes/comment-vote.tsx'
import { PostVotes } from './features/content/votes/post-votes.tsx'
import { ThemeForm } from './features/site/shell/theme-form.tsx'
import { renderRoutes } from './kernel/page.factory.tsx'
import type { Visit } from './kernel/visit.ts'
import { VoteControl } from './ui/vote-control.tsx'

afterEach(cleanup)

/** Every toggle of the pages, off and on, with its file. */
const toggles: Record<string, (isOn: boolean) => ReactNode> = {
  'features/content/answers/accept-button.tsx': (isOn) => (
    <AcceptButton hasWord={false} isAccepted={isOn} onToggle={() => {}} />
  ),
  'features/content/bookmarks/bookmark-button.tsx': (isOn) => (
    <BookmarkButton question={{ id: '1', collected: isOn, collection_count: isOn ? 5 : 4 }} />
  ),
  'features/content/reactions/reaction-picker.tsx': (isOn) => (
    <ReactionPicker
      trigger={<button type="button">React</button>}
      isActive={() => isOn}
      onToggle={() => {}}
    />
  ),
  'features/content/reactions/reaction-row.tsx': (isOn) => (
    <ReactionRow
      postId="1"
      reactions={[{ emoji: 'heart', count: isOn ? 3 : 2, tooltip: 'Ada', is_active: isOn }]}
    />
  ),
  'features/content/votes/comment-vote.tsx': (isOn) => (
    <CommentVote
      comment={{ comment_id: '1', vote_count: isOn ? 1 : 0, is_vote: isOn, user_id: 'ben' }}
    />
  ),
  'features/content/votes/post-votes.tsx': (isOn) => (
    <PostVotes
      kind="question"
      post={{
        id: '1',
        vote_count: isOn ? 5 : 4,
        vote_status: isOn ? 'vote_up' : '',
        user_info: { id: 'ben' },
      }}
    />
  ),
  'features/site/shell/theme-form.tsx': () => <ThemeForm />,
}

async function show(element: ReactNode, theme: Visit['theme']) {
  renderRoutes([{ path: '/', Component: () => element }], '/', { theme })
  await screen.findAllByRole('button')
}

type ToggleState = { name: string; isPressed: boolean }

function readToggles(): ToggleState[] {
  const found: ToggleState[] = []
  screen.getAllByRole('button', {
    hidden: true,
    // Called with the accessible name of every button.
    name(name, button) {
      const pressed = button.getAttribute('aria-pressed')
      if (pressed !== null) found.push({ name, isPressed: pressed === 'true' })
      return true
    },
  })
  return found
}

describe('a toggle', () => {
  it.each(Object.entries(toggles))('keeps its label when pressed: %s', async (_, toggle) => {
    await show(toggle(false), 'light')
    const off = readToggles()
    cleanup()
    await show(toggle(true), 'dark')
    const on = readToggles()
    expect(on.map(({ isPressed }) => isPressed)).not.toEqual(off.map(({ isPressed }) => isPressed))
    expect(on.map(({ name }) => name)).toEqual(off.map(({ name }) => name))
    expect(off.map(({ name }) => name)).not.toContain('')
  })

  it.each([
    ['Upvote this comment', 'features/content/votes/comment-vote.tsx', '1 vote'],
    ['Heart', 'features/content/reactions/reaction-row.tsx', '3 Ada'],
  ])('has its count as a description: %s', async (name, file, expected) => {
    await show(toggles[file]?.(true), 'light')
    const id = screen.getByRole('button', { name }).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(id)?.textContent).toBe(expected)
  })

  it('that changes its label is not a pressed button', async () => {
    const tag = { tag_id: '1', display_name: 'rust', is_follower: true, follow_count: 1 }
    await show(<FollowTag tag={tag} />, 'light')
    expect(screen.getByRole('button', { name: 'Following rust' })).toBeTruthy()
    expect(readToggles()).toEqual([])
  })

  it('is in the list above', () => {
    const files = globSync('{features,routes,frames,kernel}/**/*.tsx', { cwd: import.meta.dirname })
    const withToggle = files.filter(
      (file) =>
        !file.includes('.test.') &&
        /\s(aria-)?pressed=/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    )
    expect([...withToggle, 'features/content/votes/post-votes.tsx'].sort()).toEqual(
      Object.keys(toggles),
    )
  })
})

describe('VoteControl', () => {
  const control = (score: number) => (
    <VoteControl
      label="Votes"
      upLabel="Up"
      downLabel="Down"
      score={String(score)}
      scoreLabel={`${score} votes`}
      ownVote={null}
    />
  )

  it('announces a score in an element that stays', () => {
    const { rerender } = render(control(4))
    const status = screen.getByRole('status')
    expect(status.textContent).toBe('4 votes')
    rerender(control(5))
    expect(screen.getByRole('status')).toBe(status)
    expect(status.textContent).toBe('5 votes')
  })
})
