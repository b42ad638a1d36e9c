import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import { ofPerson, PostLine } from './posts.ts'

const ReputationLine = PostLine.extend({
  /** What it gave, or (below zero) cost. */
  reputation: z.number().int(),
  /** What it was for, in words, in the language of the caller. */
  rank_type: z.string(),
})
export type ReputationLine = z.output<typeof ReputationLine>

export const listReputation = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/rank/page`,
  access: 'public',
  summary: 'How a person came by their reputation, newest first.',
  input: { ...ofPerson, ...paging },
  reply: pageOf(ReputationLine),
  errors: ['user.not_found'],
})
