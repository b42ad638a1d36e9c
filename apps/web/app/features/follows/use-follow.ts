import { follow } from '@stoa/contract/features/follows'
import { useRef } from 'react'
import { useLoaded } from '../../kernel/use-loaded.ts'
import { useAct } from '../captcha/use-act.ts'

type Following = { isFollowed: boolean; count: number }

/** Following a question or a tag: shown at once, taken back when it fails, exact when the reply is there. */
export function useFollow(objectId: string, start: Following, after?: () => void) {
  const act = useAct()
  const isSending = useRef(false)
  const [{ isFollowed, count }, set] = useLoaded(`${start.isFollowed} ${start.count}`, () => start)

  async function toggle() {
    if (isSending.current) return
    isSending.current = true
    const before = { isFollowed, count }
    set(() => ({ isFollowed: !isFollowed, count: count + (isFollowed ? -1 : 1) }))
    const outcome = await act(follow, { object_id: objectId, is_cancel: isFollowed })
    set(() =>
      outcome.ok ? { isFollowed: outcome.reply.is_followed, count: outcome.reply.follows } : before,
    )
    isSending.current = false
    if (outcome.ok) after?.()
  }

  return { isFollowed, count, toggle: () => void toggle() }
}
