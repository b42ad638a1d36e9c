import { emojis, react, type Emoji, type Reactions } from '@stoa/contract/features/reactions'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

type Summary = Reactions['reaction_summary']
type ReactionChange = { emoji: Emoji; isActive: boolean }

export function useReactions(postId: string, loaded: Summary) {
  const t = useTranslate()
  const { state: shown, run } = useMutation({
    send: (call, { emoji, isActive }: ReactionChange) =>
      call(react, { object_id: postId, emoji, reaction: isActive ? 'activate' : 'deactivate' }),
    isRepeat: (previous, next) => previous.emoji === next.emoji,
    loginPrompt: () => ({ title: t('reaction.log_in') }),
    optimistic: {
      id: postId,
      source: loaded,
      loaded,
      apply: applyReaction,
      confirm: (response) => response.reaction_summary,
    },
  })
  const isActive = (emoji: Emoji) =>
    shown.some((reaction) => reaction.emoji === emoji && reaction.is_active)
  return {
    shown,
    isActive,
    toggle: (emoji: Emoji) => void run({ emoji, isActive: !isActive(emoji) }),
  }
}

/** Idempotent. */
export function applyReaction(list: Summary, { emoji, isActive }: ReactionChange): Summary {
  const existing = list.find((reaction) => reaction.emoji === emoji)
  const previous = existing ?? { emoji, count: 0, tooltip: '', is_active: false }
  if (previous.is_active === isActive) return list
  const next = { ...previous, count: previous.count + (isActive ? 1 : -1), is_active: isActive }
  const all = [...list.filter((reaction) => reaction !== existing), next]
  return emojis.flatMap((name) =>
    all.filter((reaction) => reaction.emoji === name && reaction.count > 0),
  )
}
