import { voteDown, voteUp, type Votes as VotesReply } from '@stoa/contract/features/votes'
import { useRef, useState } from 'react'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAct } from '../captcha/use-act.ts'
import { press, reload, settle, startVotes, type Direction, type Votes } from './vote-state.ts'

type Voted = { id: string; isOwn: boolean; votes: Votes }

/** Voting on something: shown at once, exact with the reply, undone without one. */
export function useVote<Source>(source: Source, read: (source: Source) => Voted) {
  const { id, isOwn, votes } = read(source)
  const act = useAct()
  const t = useTranslate()
  const toast = useToast()
  const isSending = useRef(false)
  const [{ seen, state }, set] = useState({ seen: source, state: startVotes(votes) })
  const current = seen === source ? state : reload(state, votes)
  if (seen !== source) set({ seen: source, state: current })

  async function vote(direction: Direction) {
    if (isOwn) return toast({ text: t('vote.own') })
    if (isSending.current) return
    isSending.current = true
    set((before) => ({ ...before, state: press(before.state, direction) }))
    const outcome = await act(direction === 'up' ? voteUp : voteDown, {
      object_id: id,
      is_cancel: current.settled.mine === direction,
    })
    const reply = outcome.ok ? toVotes(outcome.reply) : null
    set((before) => ({ ...before, state: settle(before.state, reply) }))
    isSending.current = false
  }

  return { ...current.shown, vote: (direction: Direction) => void vote(direction) }
}

const directions = { vote_up: 'up', vote_down: 'down', '': null } as const

/** How the wire names a vote. */
export function toDirection(status: keyof typeof directions): Direction | null {
  return directions[status]
}

function toVotes({ votes, vote_status }: VotesReply): Votes {
  return { score: votes, mine: toDirection(vote_status) }
}
