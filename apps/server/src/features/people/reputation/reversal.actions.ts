import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import {
  type ReputationChange,
  reputationEntries,
  type ReputationKind,
} from '../../../schema/reputation.ts'
import type { ReversalReason } from '../../../schema/votes.ts'
import { actChanges, writeEntries } from './reputation.actions.ts'

/** `isHidden`: the post is deleted, so that the points of the vote are hidden already. */
export type ReversedVote = {
  userId: string
  objectId: string
  reversedAt: Date
  isHidden: boolean
}

const voteKinds = [
  'question.voted_up',
  'question.voted_down',
  'answer.voted_up',
  'answer.voted_down',
  'answer.vote_down',
] as const satisfies readonly ReputationKind[]

const toList = (names: readonly string[]) => sql`${sql.param([...names])}::text[]`

/** Revokes what votes granted and cost. The caller holds the locks on the posts. */
export async function revokeVotePoints(
  tx: Tx,
  votes: readonly ReversedVote[],
  change: ReversalReason,
) {
  await writeChanges(tx, votes, {
    change,
    hiddenChange: 'restored',
    condition: sql`entry.change = any(${toList(actChanges)})`,
  })
}

/** Undoes `revokeVotePoints`. The daily cap does not apply: the points were within it when the vote was cast. */
export async function reinstateVotePoints(tx: Tx, votes: readonly ReversedVote[]) {
  const reversals = ['serial_voting', 'voter_removed'] satisfies ReversalReason[]
  await writeChanges(tx, votes, {
    change: 'reinstated',
    hiddenChange: 'deleted',
    condition: sql`entry.change = any(${toList(reversals)}) and entry.created_at = vote.reversed_at`,
  })
}

type Reversal = { change: ReputationChange; hiddenChange: ReputationChange; condition: SQL }

/** For a deleted post a second entry changes what restoring it brings back. */
async function writeChanges(
  tx: Tx,
  votes: readonly ReversedVote[],
  { change, hiddenChange, condition }: Reversal,
) {
  if (votes.length === 0) return
  const selectSums = (to: ReputationChange, points: SQL, ofVotes: readonly ReversedVote[]) => sql`
    select entry.user_id, entry.kind, ${to} as change, ${points} as points, entry.object_id, entry.by_user_id
    from unnest(
      ${sql.param(ofVotes.map(({ userId }) => userId))}::bigint[],
      ${sql.param(ofVotes.map(({ objectId }) => objectId))}::bigint[],
      ${sql.param(ofVotes.map(({ reversedAt }) => reversedAt.toISOString()))}::timestamptz[]
    ) as vote (user_id, object_id, reversed_at)
    join ${reputationEntries} entry on entry.object_id = vote.object_id and entry.by_user_id = vote.user_id
    where entry.kind = any(${toList(voteKinds)}) and ${condition}
    group by entry.user_id, entry.kind, entry.object_id, entry.by_user_id having sum(entry.points) <> 0`
  const hidden = votes.filter(({ isHidden }) => isHidden)
  const entries = [selectSums(change, sql`-sum(entry.points)::int`, votes)]
  if (hidden.length > 0) entries.push(selectSums(hiddenChange, sql`sum(entry.points)::int`, hidden))
  await writeEntries(tx, entries)
}
