import { useEffect, useEffectEvent } from 'react'
import { useHydrated } from '../../../kernel/hydration.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import type { LiveChanges } from './live-changes.ts'

type LiveOptions = {
  /** The long id of the question to follow, with its answers and comments. */
  question?: string
  /** Whether to follow new questions. */
  lists?: boolean
  onChange: (changes: LiveChanges) => void
  /** The user asked a question in another tab. */
  onAsked?: (id: string) => void
}

/** Only active members follow changes, so that visitors need no connection. */
function useFollowingUser(): string | null {
  const { viewer } = useVisit()
  return viewer !== null && viewer.counts !== null ? viewer.id : null
}

/** Whether to load components that follow changes: for members, once scripts run. */
export function useIsLive(): boolean {
  const userId = useFollowingUser()
  return useHydrated() && userId !== null
}

/** Calls `onChange` when something changes for a member. Visitors have no stream. */
export function useLive({ question, lists = false, onChange, onAsked }: LiveOptions) {
  const userId = useFollowingUser()
  const handleChange = useEffectEvent(onChange)
  const handleAsked = useEffectEvent((id: string) => onAsked?.(id))
  useEffect(() => {
    if (userId === null) return
    let stop: (() => void) | undefined
    let isStopped = false
    const start = async () => {
      // A page that cannot load it works as well.
      const module = await import('./live-connection.ts').catch(() => null)
      if (isStopped || module === null) return
      stop = module.follow(userId, {
        questions: question === undefined ? [] : [question],
        lists,
        onChange: (changes) => handleChange(changes),
        onAsked: (id) => handleAsked(id),
      })
    }
    void start()
    return () => {
      isStopped = true
      stop?.()
    }
  }, [userId, question, lists])
}
