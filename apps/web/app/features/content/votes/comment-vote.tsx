import { useFormats } from '../../../kernel/formats.tsx'
import { useActionButtonProps } from '../../../kernel/login-redirect.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { UpVote } from '../../../ui/vote-control.tsx'
import { useVote } from './use-vote.ts'

type VotedComment = { comment_id: string; vote_count: number; is_vote: boolean; user_id: string }

/** Comments have no downvotes. */
export function CommentVote({ comment }: { comment: VotedComment }) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { count, number } = useFormats()
  const buttonProps = useActionButtonProps()
  const { score, mine, vote, requirements } = useVote({
    id: comment.comment_id,
    kind: 'comment',
    isOwn: viewer?.id === comment.user_id,
    source: comment,
    loaded: { score: comment.vote_count, mine: comment.is_vote ? 'up' : null },
  })
  return (
    <UpVote
      {...buttonProps}
      score={score === 0 ? '' : count(score)}
      scoreLabel={`${number(score)} ${t('unit.votes', { count: score })}`}
      label={t('comment.vote')}
      pressed={mine === 'up'}
      onClick={(event) => {
        event.preventDefault()
        vote('up')
      }}
      requirement={requirements.up}
    />
  )
}
