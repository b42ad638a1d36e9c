// @vitest-environment happy-dom
import type { QuestionChanges } from '@stoa/contract/features/live'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes, stubApi } from '../../../kernel/page.factory.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { useRegisteredComments } from '../../content/comments/shown-comments.ts'
import type { QuestionPageData } from '../../content/question-page/question-page-data.ts'
import { LiveQuestion } from './live-question.tsx'
import { stubEventSource } from './live.factory.ts'

const questionId = '10010000000000001'
const answerIds = ['10020000000000002', '10020000000000003'] as const

let api: ReturnType<typeof stubApi>
let stream: ReturnType<typeof stubEventSource>
let answers: string[]
let version: number
let loads: number
const onScores = vi.fn<(scores: ReadonlyMap<string, number>) => void>()
const showAll = vi.fn<() => Promise<void>>(async () => undefined)

beforeEach(() => {
  api = stubApi()
  stream = stubEventSource()
  answers = [answerIds[0]]
  version = 1
  loads = 0
  vi.clearAllMocks()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  const page = useLoaderData<QuestionPageData>()
  const [comments, setComments] = useState(1)
  const { revalidate } = useRevalidator()
  useRegisteredComments(questionId, { count: comments, showAll })
  return (
    <>
      {page.answers.map(({ id }) => (
        <article key={id} id={`answer-${id}`} tabIndex={-1} />
      ))}
      <button type="button" onClick={() => setComments(comments + 1)}>
        comment
      </button>
      <button type="button" onClick={() => void revalidate()}>
        reload
      </button>
      <LiveQuestion page={page} onScores={onScores} />
    </>
  )
}

async function openPage() {
  const loader = () => {
    loads++
    return {
      question: {
        id: questionId,
        version,
        vote_count: 1,
        url_title: 'crust',
        user_info: { id: '9' },
      },
      answers: answers.map((id) => ({ id, version: 1, vote_count: 1 })),
      answerCount: answers.length,
      pages: 1,
    }
  }
  const counts = { inbox: 0, achievement: 0, points: 0, cases: 0 }
  const routes = [{ path: '/', Component: Page, loader, HydrateFallback: () => null }]
  renderRoutes(routes, '/', aVisit({ viewer: aViewer({ counts }) }))
  await screen.findByText('comment')
  await reply(1, {}, answers)
}

const state = (id: string) => ({ id, vote_count: 1, comment_count: 0, version: 1 })

/** Sends a message and replies to the call that follows. */
async function change(
  call: number,
  question: Partial<QuestionChanges['question']>,
  answerList: readonly string[] = answerIds.slice(0, 1),
) {
  await stream.send([`q${questionId}`])
  await reply(call, question, answerList)
}

async function reply(
  call: number,
  question: Partial<QuestionChanges['question']>,
  answerList: readonly string[],
) {
  const changes: QuestionChanges = {
    question: { ...state(questionId), accepted_answer_id: '0', ...question },
    answers: answerList.map(state),
  }
  ;(await api.sent(call)).reply({ status: 200, data: changes })
}

const status = () => screen.getByRole('status').textContent

it('offers what is new, and shows it on request', async () => {
  await openPage()
  expect(status()).toBe('')
  await change(2, { version: 2, vote_count: 4 }, answerIds)
  await expect.poll(status).toBe('1 new answer · The question was edited')
  expect(onScores).toHaveBeenLastCalledWith(
    new Map([
      [questionId, 4],
      [answerIds[0], 1],
    ]),
  )
  answers = [...answerIds]
  version = 2
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  await expect.poll(() => document.activeElement?.id).toBe(`answer-${answerIds[1]}`)
  expect(status()).toBe('')
  expect(showAll).not.toHaveBeenCalled()
})

it('shows new comments without loading the page', async () => {
  await openPage()
  await change(2, { comment_count: 3 })
  await expect.poll(status).toBe('2 new comments')
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(showAll).toHaveBeenCalledOnce()
  expect(loads).toBe(1)
})

it('does not offer the comment of the user', async () => {
  await openPage()
  await change(2, { comment_count: 2 })
  await expect.poll(status).toBe('1 new comment')
  act(() => screen.getByText('comment').click())
  await expect.poll(status).toBe('')
})

it.each([
  ['with Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
  ['with a button', () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))],
])('can be dismissed %s until something else changes', async (_, dismiss) => {
  await openPage()
  await change(2, { version: 2 })
  await expect.poll(status).toBe('The question was edited')
  // Effects listen for the key.
  await act(async () => undefined)
  dismiss()
  expect(status()).toBe('')
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
  await change(3, { version: 2, comment_count: 2 })
  await expect.poll(status).toBe('1 new comment · The question was edited')
})

it('does not offer what is gone when the page is loaded', async () => {
  await openPage()
  await change(2, {}, answerIds)
  await expect.poll(status).toBe('1 new answer')
  act(() => screen.getByText('reload').click())
  await expect.poll(status).toBe('')
})

it('loads at most once in two seconds', async () => {
  await openPage()
  await change(2, {})
  const start = performance.now()
  for (let i = 0; i < 5; i++) await stream.send([`q${questionId}`])
  await change(3, { version: 2 })
  expect(performance.now() - start).toBeGreaterThan(1500)
  await expect.poll(status).toBe('The question was edited')
  expect(api.calls).toHaveLength(3)
})
