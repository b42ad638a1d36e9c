import { useContext, type ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useActionButtonProps } from '../../../kernel/login-redirect.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { VoteControl } from '../../../ui/vote-control.tsx'
import { LiveScoresContext } from './live-scores.ts'
import { toDirection, useVote } from './use-vote.ts'

type VotedPost = {
  id: string
  vote_count: number
  vote_status: '' | 'vote_up' | 'vote_down'
  user_info: { id: string }
}

type PostVotesProps = {
  post: VotedPost
  kind: 'question' | 'answer'
  /** Rendered below the votes. */
  children?: ReactNode
}

export function PostVotes({ post, kind, children }: PostVotesProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { count, number } = useFormats()
  const { score, mine, vote, requirements } = useVote({
    id: post.id,
    kind,
    isOwn: viewer?.id === post.user_info.id,
    source: post,
    loaded: { score: post.vote_count, mine: toDirection(post.vote_status) },
    scores: useContext(LiveScoresContext),
  })
  return (
    <VoteControl
      label={t(`vote.${kind}`)}
      upLabel={t(`vote.${kind}_up`)}
      downLabel={t(`vote.${kind}_down`)}
      score={count(score)}
      scoreLabel={`${number(score)} ${t('unit.votes', { count: score })}`}
      ownVote={mine}
      onVote={vote}
      button={useActionButtonProps()}
      requirements={requirements}
    >
      {children}
    </VoteControl>
  )
}
