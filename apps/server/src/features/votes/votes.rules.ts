import {
  type Actor,
  allow,
  deny,
  needs,
  type RequiredReputation,
  type Verdict,
} from '../../kernel/rules.ts'

/** A vote for or against, or none. */
export type Vote = 1 | 0 | -1

type Post = { kind: 'question' | 'answer' | 'comment'; userId: string; isDeleted: boolean }

/** Whether a person may leave this vote on a post. Taking one's own vote back takes no privilege. */
export function canVote(
  who: Actor,
  post: Post,
  value: Vote,
  required: RequiredReputation,
): Verdict {
  if (post.isDeleted) return deny('object.already_deleted')
  if (post.userId === who.id) return deny('object.cannot_vote_own')
  if (value === 0) return allow
  if (post.kind === 'comment')
    return value === 1 ? needs(who, 'comment.vote_up', required) : deny('object.cannot_vote')
  return needs(who, `${post.kind}.${value === 1 ? 'vote_up' : 'vote_down'}`, required)
}
