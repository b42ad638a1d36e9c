import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { pageOf, paging } from '../paging.ts'
import { PostLine } from './posts.ts'

const vote = {
  object_id: objectId('question', 'answer', 'comment'),
  /** Removes the vote in this direction. */
  is_cancel: z.boolean().default(false),
  ...captchaSolution,
}

const VoteResult = z.object({
  up_votes: z.number().int(),
  down_votes: z.number().int(),
  votes: z.number().int(),
  vote_status: z.enum(['', 'vote_up', 'vote_down']),
})
export type VoteResult = z.output<typeof VoteResult>

const errors = [
  'object.not_found',
  'question.not_found',
  'answer.not_found',
  'comment.not_found',
  'object.already_deleted',
  'post.pending',
  'post.locked',
  'object.cannot_vote',
  'object.cannot_vote_own',
  'rank.too_low',
] as const

export const voteUp = endpoint({
  method: 'POST',
  path: `${apiPrefix}/vote/up`,
  access: 'member',
  allowsKeys: true,
  summary: 'Upvotes a question, an answer or a comment; replaces a downvote.',
  input: vote,
  response: VoteResult,
  errors,
  captcha: 'vote',
})

export const voteDown = endpoint({
  method: 'POST',
  path: `${apiPrefix}/vote/down`,
  access: 'member',
  allowsKeys: true,
  summary: 'Downvotes a question or an answer; replaces an upvote.',
  input: vote,
  response: VoteResult,
  errors,
  captcha: 'vote',
})

const VoteLine = PostLine.extend({
  /** Translated. */
  vote_type: z.string(),
})
export type VoteLine = z.output<typeof VoteLine>

export const listMyVotes = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/vote/page`,
  access: 'member',
  allowsKeys: true,
  summary: "Lists the caller's votes, newest first.",
  input: paging,
  response: pageOf(VoteLine),
})
