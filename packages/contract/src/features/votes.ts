import { z } from 'zod'
import { challengeAnswer } from '../challenge.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { pageOf, paging } from '../paging.ts'
import { PostLine } from './posts.ts'

const vote = {
  object_id: objectId('question', 'answer', 'comment'),
  /** Takes the vote of this direction back. */
  is_cancel: z.boolean().default(false),
  ...challengeAnswer,
}

const Votes = z.object({
  up_votes: z.number().int(),
  down_votes: z.number().int(),
  votes: z.number().int(),
  vote_status: z.enum(['', 'vote_up', 'vote_down']),
})
export type Votes = z.output<typeof Votes>

const errors = [
  'object.not_found',
  'question.not_found',
  'answer.not_found',
  'comment.not_found',
  'object.already_deleted',
  'object.cannot_vote',
  'object.cannot_vote_own',
  'rank.too_low',
] as const

export const voteUp = endpoint({
  method: 'POST',
  path: `${apiPrefix}/vote/up`,
  access: 'member',
  summary: 'Votes for a question, an answer or a comment; replaces a vote against it.',
  input: vote,
  reply: Votes,
  errors,
  challenge: 'vote',
})

export const voteDown = endpoint({
  method: 'POST',
  path: `${apiPrefix}/vote/down`,
  access: 'member',
  summary: 'Votes against a question or an answer; replaces a vote for it.',
  input: vote,
  reply: Votes,
  errors,
  challenge: 'vote',
})

const VoteLine = PostLine.extend({
  /** In words, in the language of the caller. */
  vote_type: z.string(),
})
export type VoteLine = z.output<typeof VoteLine>

export const listMyVotes = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/vote/page`,
  access: 'member',
  summary: 'What the caller has voted on, newest first.',
  input: paging,
  reply: pageOf(VoteLine),
})
