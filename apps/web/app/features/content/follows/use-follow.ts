import { follow } from '@stoa/contract/features/follows'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

type FollowTarget = {
  id: string
  source: unknown
  loaded: { isFollowed: boolean; count: number }
  /** Whether other parts of the page depend on it. */
  revalidates?: boolean
}

export function useFollow({ id, source, loaded, revalidates = false }: FollowTarget) {
  const t = useTranslate()
  const { state, run } = useMutation({
    send: (call, isFollowed: boolean) => call(follow, { object_id: id, is_cancel: !isFollowed }),
    loginPrompt: () => ({ title: t('follow.log_in') }),
    optimistic: {
      id,
      source,
      loaded,
      apply(previous, isFollowed) {
        if (previous.isFollowed === isFollowed) return previous
        return { isFollowed, count: previous.count + (isFollowed ? 1 : -1) }
      },
      confirm: ({ is_followed, follows }) => ({ isFollowed: is_followed, count: follows }),
    },
    revalidates,
  })
  return { ...state, toggle: () => void run(!state.isFollowed) }
}
