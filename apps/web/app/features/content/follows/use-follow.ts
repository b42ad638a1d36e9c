import { follow } from '@stoa/contract/features/follows'
import { useRef } from 'react'
import { useLoaderState } from '../../../kernel/use-loader-state.ts'
import { useAction } from '../../site/captcha/use-action.ts'

type FollowState = { isFollowed: boolean; count: number }

/** Optimistic update: rolled back on failure, replaced by the response on success. */
export function useFollow(objectId: string, initial: FollowState, onSuccess?: () => void) {
  const runAction = useAction()
  const isSending = useRef(false)
  const [{ isFollowed, count }, setFollow] = useLoaderState(
    `${initial.isFollowed} ${initial.count}`,
    () => initial,
  )

  async function toggle() {
    if (isSending.current) return
    isSending.current = true
    const previous = { isFollowed, count }
    setFollow(() => ({ isFollowed: !isFollowed, count: count + (isFollowed ? -1 : 1) }))
    const outcome = await runAction(follow, { object_id: objectId, is_cancel: isFollowed })
    setFollow(() =>
      outcome.ok
        ? { isFollowed: outcome.response.is_followed, count: outcome.response.follows }
        : previous,
    )
    isSending.current = false
    if (outcome.ok) onSuccess?.()
  }

  return { isFollowed, count, toggle: () => void toggle() }
}
