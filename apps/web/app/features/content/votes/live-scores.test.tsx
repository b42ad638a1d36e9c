// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes, stubApi } from '../../../kernel/page.factory.tsx'
import { LiveScoresContext, noScores } from './live-scores.ts'
import { PostVotes } from './post-votes.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const post = { id: '1', vote_count: 5, vote_status: '', user_info: { id: 'ben' } } as const

function Page() {
  const [scores, setScores] = useState(noScores)
  const [loaded, setLoaded] = useState<{ post: typeof post | null }>({ post })
  return (
    <>
      <LiveScoresContext value={scores}>
        {loaded.post && <PostVotes post={loaded.post} kind="question" />}
      </LiveScoresContext>
      <button type="button" onClick={() => setScores(new Map([['1', 9]]))}>
        another vote
      </button>
      <button type="button" onClick={() => setLoaded({ post: { ...post } })}>
        reload
      </button>
    </>
  )
}

const press = (text: string) => fireEvent.click(screen.getByText(text))
const vote = () =>
  fireEvent.click(screen.getByRole('button', { name: 'This question is clear and useful' }))
const isVoted = () =>
  screen
    .getByRole('button', { name: 'This question is clear and useful' })
    .getAttribute('aria-pressed')
const score = () => screen.getByText(/^\d+ votes?$/).textContent

async function confirmVote(votes: number) {
  const call = await api.sent(1)
  call.reply({ status: 200, data: { votes, vote_status: 'vote_up', up_votes: 0, down_votes: 0 } })
}

it('replaces the score', async () => {
  renderRoutes([{ path: '/', Component: Page }], '/')
  press('another vote')
  expect(score()).toBe('9 votes')
})

it('keeps the vote of the user', async () => {
  renderRoutes([{ path: '/', Component: Page }], '/')
  vote()
  await confirmVote(6)
  await expect.poll(score).toBe('6 votes')
  press('another vote')
  expect(score()).toBe('9 votes')
  expect(isVoted()).toBe('true')
})

it('adds an unconfirmed vote, and shows the score of the response', async () => {
  renderRoutes([{ path: '/', Component: Page }], '/')
  vote()
  expect(score()).toBe('6 votes')
  press('another vote')
  expect(score()).toBe('6 votes')
  await confirmVote(10)
  await expect.poll(score).toBe('10 votes')
})

it('gives way to the score of a page that is loaded later', async () => {
  renderRoutes([{ path: '/', Component: Page }], '/')
  press('another vote')
  press('reload')
  expect(score()).toBe('5 votes')
})
