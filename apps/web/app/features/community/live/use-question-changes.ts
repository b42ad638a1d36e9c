import { getQuestionChanges, type QuestionChanges } from '@stoa/contract/features/live'
import { toLongId } from '@stoa/contract/ids'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import type { QuestionPageData } from '../../content/question-page/question-page-data.ts'
import type { LiveScores } from '../../content/votes/live-scores.ts'
import { useLive } from './use-live.ts'

/** Several changes often come together, such as an answer and the response to the user who posted it. */
const delayMs = 200
const minIntervalMs = 2000

/** The state of the question after the page was loaded, or null if nothing has changed since. */
export function useQuestionChanges(
  page: QuestionPageData,
  onScores: (scores: LiveScores) => void,
): QuestionChanges | null {
  const api = useApi()
  const [latest, setLatest] = useState<{ source: QuestionPageData; changes: QuestionChanges }>()
  const source = useRef(page)
  useEffect(() => {
    source.current = page
  }, [page])

  const schedule = useThrottle(async () => {
    const before = source.current
    const changes = await api.call(getQuestionChanges, { id: before.question.id })
    // The page was loaded meanwhile: which of the two is newer is unknown.
    if (before !== source.current) return { again: true }
    setLatest({ source: before, changes })
    onScores(toScores(before, changes))
    return { again: false }
  })
  useLive({
    question: toLongId(page.question.id) ?? page.question.id,
    onChange({ questions, isAny }) {
      if (isAny || questions.length > 0) schedule()
    },
  })
  return latest?.source === page ? latest.changes : null
}

/** By the ids that the page uses. */
function toScores({ question, answers }: QuestionPageData, changes: QuestionChanges): LiveScores {
  const current = new Map(
    [changes.question, ...changes.answers].map((post) => [toLongId(post.id), post.vote_count]),
  )
  return new Map(
    [question, ...answers].map(({ id, vote_count }) => [
      id,
      current.get(toLongId(id)) ?? vote_count,
    ]),
  )
}

/** Returns a function that calls `load` a little later, and not more often than allowed. */
function useThrottle(load: () => Promise<{ again: boolean }>): () => void {
  const latest = useRef(load)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastStart = useRef(-Infinity)
  useEffect(() => {
    latest.current = load
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return function schedule() {
    if (timer.current !== undefined) return
    const wait = Math.max(delayMs, lastStart.current + minIntervalMs - performance.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      lastStart.current = performance.now()
      latest.current().then(
        ({ again }) => again && schedule(),
        // The next message tries again.
        () => undefined,
      )
    }, wait)
  }
}
