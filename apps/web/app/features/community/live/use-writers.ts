import { toLongId } from '@stoa/contract/ids'
import { useEffect, useState } from 'react'
import { useLive } from './use-live.ts'

/** Drafts are saved when the writer pauses. */
const shownMs = 45_000

/** How many others write an answer to the question. */
export function useWriters(questionId: string): number {
  const [ends, setEnds] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    if (ends.size === 0) return
    const removeEnded = () =>
      setEnds((before) => new Map([...before].filter(([, end]) => end > performance.now())))
    const timer = setTimeout(removeEnded, Math.min(...ends.values()) - performance.now() + 1)
    return () => clearTimeout(timer)
  }, [ends])
  useLive({
    question: toLongId(questionId) ?? questionId,
    onChange({ writers, questions }) {
      if (writers.length + questions.length === 0) return
      const end = performance.now() + shownMs
      // A change may be the answer itself. Those who still write are counted again with their next draft.
      setEnds((before) => {
        const kept = questions.length > 0 ? [] : [...before]
        return new Map([...kept, ...writers.map((writer) => [writer, end] as const)])
      })
    },
  })
  return ends.size
}
