import { emojis, react, type Emoji, type Reactions } from '@stoa/contract/features/reactions'
import { useRef } from 'react'
import { useLoaded } from '../../kernel/use-loaded.ts'
import { useAct } from '../captcha/use-act.ts'

type Summary = Reactions['reaction_summary']

/** The emoji on a post: changed at once, taken back when it fails, exact when the reply is there. */
export function useReactions(postId: string, loaded: Summary) {
  const act = useAct()
  const isSending = useRef(false)
  const [shown, set] = useLoaded(loaded, (list) => list)

  async function toggle(emoji: Emoji) {
    if (isSending.current) return
    isSending.current = true
    const isActive = shown.some((reaction) => reaction.emoji === emoji && reaction.is_active)
    set(() => toToggled(shown, emoji))
    const outcome = await act(react, {
      object_id: postId,
      emoji,
      reaction: isActive ? 'deactivate' : 'activate',
    })
    set(() => (outcome.ok ? outcome.reply.reaction_summary : shown))
    isSending.current = false
  }

  return { shown, toggle: (emoji: Emoji) => void toggle(emoji) }
}

/** The list after a press, as long as the server has not said more about it. */
export function toToggled(list: Summary, emoji: Emoji): Summary {
  const known = list.find((reaction) => reaction.emoji === emoji)
  const before = known ?? { emoji, count: 0, tooltip: '', is_active: false }
  const after = {
    ...before,
    count: before.count + (before.is_active ? -1 : 1),
    is_active: !before.is_active,
  }
  const all = [...list.filter((reaction) => reaction !== known), after]
  return emojis.flatMap((name) => all.filter(({ emoji: is, count }) => is === name && count > 0))
}
