import { voteDown, voteUp, type VoteResult } from '@stoa/contract/features/votes'
import { useRef, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useAction } from '../../site/captcha/use-action.ts'
import {
  toggleVote,
  reloadVotes,
  settleVote,
  createVoteState,
  type Direction,
  type Votes,
} from './vote-state.ts'

type VoteTarget = { id: string; isOwn: boolean; votes: Votes }

/** Optimistic update: replaced by the response on success, rolled back on failure. */
export function useVote<Source>(source: Source, read: (source: Source) => VoteTarget) {
  const { id, isOwn, votes } = read(source)
  const runAction = useAction()
  const t = useTranslate()
  const toast = useToast()
  const isSending = useRef(false)
  const [{ loadedFrom, state }, setVotes] = useState({
    loadedFrom: source,
    state: createVoteState(votes),
  })
  const current = loadedFrom === source ? state : reloadVotes(state, votes)
  if (loadedFrom !== source) setVotes({ loadedFrom: source, state: current })

  async function vote(direction: Direction) {
    if (isOwn) return toast({ text: t('vote.own') })
    if (isSending.current) return
    isSending.current = true
    setVotes((previous) => ({ ...previous, state: toggleVote(previous.state, direction) }))
    const outcome = await runAction(direction === 'up' ? voteUp : voteDown, {
      object_id: id,
      is_cancel: current.settled.mine === direction,
    })
    const result = outcome.ok ? toVotes(outcome.response) : null
    setVotes((previous) => ({ ...previous, state: settleVote(previous.state, result) }))
    isSending.current = false
  }

  return { ...current.shown, vote: (direction: Direction) => void vote(direction) }
}

const directions = { vote_up: 'up', vote_down: 'down', '': null } as const

export function toDirection(status: keyof typeof directions): Direction | null {
  return directions[status]
}

function toVotes({ votes, vote_status }: VoteResult): Votes {
  return { score: votes, mine: toDirection(vote_status) }
}
