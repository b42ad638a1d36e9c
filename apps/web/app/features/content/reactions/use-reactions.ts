import { emojis, react, type Emoji, type Reactions } from '@stoa/contract/features/reactions'
import { useRef } from 'react'
import { useLoaderState } from '../../../kernel/use-loader-state.ts'
import { useAction } from '../../site/captcha/use-action.ts'

type Summary = Reactions['reaction_summary']

/** Optimistic update: rolled back on failure, replaced by the response on success. */
export function useReactions(postId: string, loaded: Summary) {
  const runAction = useAction()
  const isSending = useRef(false)
  const [shown, setShown] = useLoaderState(loaded, (list) => list)

  async function toggle(emoji: Emoji) {
    if (isSending.current) return
    isSending.current = true
    const isActive = shown.some((reaction) => reaction.emoji === emoji && reaction.is_active)
    setShown(() => toggleReaction(shown, emoji))
    const outcome = await runAction(react, {
      object_id: postId,
      emoji,
      reaction: isActive ? 'deactivate' : 'activate',
    })
    setShown(() => (outcome.ok ? outcome.response.reaction_summary : shown))
    isSending.current = false
  }

  return { shown, toggle: (emoji: Emoji) => void toggle(emoji) }
}

export function toggleReaction(list: Summary, emoji: Emoji): Summary {
  const existing = list.find((reaction) => reaction.emoji === emoji)
  const previous = existing ?? { emoji, count: 0, tooltip: '', is_active: false }
  const next = {
    ...previous,
    count: previous.count + (previous.is_active ? -1 : 1),
    is_active: !previous.is_active,
  }
  const all = [...list.filter((reaction) => reaction !== existing), next]
  return emojis.flatMap((name) =>
    all.filter((reaction) => reaction.emoji === name && reaction.count > 0),
  )
}
