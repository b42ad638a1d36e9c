import {
  type Actor,
  allow,
  deny,
  checkPrivilege,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

/** 1 for an upvote, -1 for a downvote, 0 for none. */
export type VoteValue = 1 | 0 | -1

type Post = {
  kind: 'question' | 'answer' | 'comment'
  userId: string
  isDeleted: boolean
  isPending: boolean
}

/** Clearing one's own vote (0) needs no privilege. */
export function canVote(
  actor: Actor,
  post: Post,
  value: VoteValue,
  required: RequiredReputation,
): Verdict {
  if (post.isDeleted) return deny('object.already_deleted')
  if (post.userId === actor.id) return deny('object.cannot_vote_own')
  if (post.isPending) return deny('post.pending')
  if (value === 0) return allow
  if (post.kind === 'comment')
    return value === 1
      ? checkPrivilege(actor, 'comment.vote_up', required)
      : deny('object.cannot_vote')
  return checkPrivilege(actor, `${post.kind}.${value === 1 ? 'vote_up' : 'vote_down'}`, required)
}
