import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { applyVote, type Direction, type VoteChange, type Votes } from './votes.ts'

type VoteTarget = { id: string; isOwn: boolean; source: unknown; loaded: Votes }

export function useVote({ id, isOwn, source, loaded }: VoteTarget) {
  const t = useTranslate()
  const toast = useToast()
  const { state, run } = useMutation({
    send: (call, { direction, isCancel }: VoteChange) =>
      call(direction === 'up' ? voteUp : voteDown, { object_id: id, is_cancel: isCancel }),
    isRepeat: (previous, next) => previous.direction === next.direction,
    optimistic: {
      id,
      source,
      loaded,
      apply: applyVote,
      confirm: ({ votes, vote_status }): Votes => ({
        score: votes,
        mine: toDirection(vote_status),
      }),
    },
  })

  function vote(direction: Direction) {
    if (isOwn) return toast({ text: t('vote.own') })
    void run({ direction, isCancel: state.mine === direction })
  }

  return { ...state, vote }
}

const directions = { vote_up: 'up', vote_down: 'down', '': null } as const

export function toDirection(status: keyof typeof directions): Direction | null {
  return directions[status]
}
