import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import { byUsername, PostLine } from './posts.ts'

export const reputationReasons = [
  'upvoted',
  'downvoted',
  'downvote',
  'accepted',
  'accept',
  'edit',
  'post_deleted',
  'post_restored',
  'reversed',
  'serial_voting',
  'voter_removed',
  'votes_restored',
] as const
export type ReputationReason = (typeof reputationReasons)[number]

const ReputationLine = PostLine.extend({
  /** Points gained, or lost when negative. */
  reputation: z.number().int(),
  reason: z.enum(reputationReasons),
  /** The reason, translated. */
  rank_type: z.string(),
})
export type ReputationLine = z.output<typeof ReputationLine>

export const listReputation = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/rank/page`,
  access: 'public',
  summary: 'Lists the reputation history of a user, newest first.',
  input: { ...byUsername, ...paging },
  response: pageOf(ReputationLine),
  errors: ['user.not_found'],
})
