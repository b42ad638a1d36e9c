import { followUser } from '@stoa/contract/features/follows'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'

type Options = {
  user: { id: string; username: string }
  /** The loader data of `isFollowed`. */
  source: unknown
  isFollowed: boolean
  /** Whether other parts of the page depend on it. */
  revalidates?: boolean
}

export function useFollowUser({ user, source, isFollowed: loaded, revalidates = false }: Options) {
  const t = useTranslate()
  const { state: isFollowed, run } = useMutation({
    send: (call, isOn: boolean) => call(followUser, { username: user.username, is_cancel: !isOn }),
    loginPrompt: () => ({ title: t('follow.log_in_user') }),
    optimistic: {
      id: user.id,
      source,
      loaded,
      apply: (_previous, isOn) => isOn,
      confirm: ({ is_followed }) => is_followed,
    },
    successToast: (isOn) => ({ text: t(isOn ? 'follow.user_on' : 'follow.user_off'), tone: 'ok' }),
    revalidates,
  })
  return { isFollowed, toggle: () => void run(!isFollowed) }
}
