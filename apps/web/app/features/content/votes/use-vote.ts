import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { useEffect, useEffectEvent } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isActivated } from '../../../kernel/visit.ts'
import { useRequirement } from '../../../ui/requirement.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useLackingReputation } from '../shared/use-lacking-reputation.ts'
import type { LiveScores } from './live-scores.ts'
import { savePendingVote, takePendingVote } from './pending-vote.ts'
import { applyVote, type Direction, type VoteChange, type Votes } from './votes.ts'

type VoteTarget = {
  id: string
  kind: 'question' | 'answer' | 'comment'
  isOwn: boolean
  source: unknown
  loaded: Votes
  /** Newer scores by post, if there are any. */
  scores?: LiveScores
}

export function useVote({ id, kind, isOwn, source, loaded, scores }: VoteTarget) {
  const t = useTranslate()
  const toast = useToast()
  const up = useRequirement(useLackingReputation(`${kind}.vote_up`, 'vote'))
  const down = useRequirement(
    useLackingReputation(kind === 'comment' ? 'comment.vote_up' : `${kind}.vote_down`, 'vote'),
  )
  const { state, run } = useMutation({
    send: (call, { direction, isCancel }: VoteChange) =>
      call(direction === 'up' ? voteUp : voteDown, { object_id: id, is_cancel: isCancel }),
    loginPrompt: ({ direction }) => ({
      title: t('vote.log_in'),
      description: t('vote.after_login'),
      onLeave: () => savePendingVote(id, direction),
    }),
    isRepeat: (previous, next) => previous.direction === next.direction,
    optimistic: {
      id,
      source,
      loaded,
      update: toUpdate(id, scores),
      apply: applyVote,
      confirm: ({ votes, vote_status }): Votes => ({
        score: votes,
        mine: toDirection(vote_status),
      }),
    },
  })

  async function vote(direction: Direction) {
    if (isOwn) return toast({ text: t('vote.own') })
    await run({ direction, isCancel: state.mine === direction })
  }

  /** The vote of a visitor who has logged in since. */
  async function finishVote(direction: Direction) {
    const requirement = direction === 'up' ? up : down
    if (isOwn) return toast({ text: t('vote.own') })
    if (requirement.explanation !== null) return requirement.open()
    if (state.mine === direction) return
    const outcome = await run({ direction, isCancel: false })
    if (outcome.ok) toast({ text: t('vote.counted'), tone: 'ok' })
  }
  usePendingVote(id, (direction) => void finishVote(direction))

  return {
    ...state,
    vote: (direction: Direction) => void vote(direction),
    // A vote that was cast can be taken back.
    requirements: {
      up: state.mine === 'up' ? null : up,
      down: state.mine === 'down' ? null : down,
    },
  }
}

const toUpdate = (id: string, scores: LiveScores | undefined) => ({
  source: scores,
  apply: (votes: Votes) => ({ ...votes, score: scores?.get(id) ?? votes.score }),
})

function usePendingVote(id: string, finish: (direction: Direction) => void) {
  const { viewer } = useVisit()
  const isReady = viewer !== null && isActivated(viewer)
  const take = useEffectEvent(() => {
    const direction = takePendingVote(id)
    if (direction !== null) finish(direction)
  })
  useEffect(() => {
    if (isReady) take()
  }, [id, isReady])
}

const directions = { vote_up: 'up', vote_down: 'down', '': null } as const

export function toDirection(status: keyof typeof directions): Direction | null {
  return directions[status]
}
