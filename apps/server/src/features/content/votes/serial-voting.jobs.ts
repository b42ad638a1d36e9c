import { votingSettings } from '@stoa/contract/settings/voting'
import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { every } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { votes } from '../../../schema/votes.ts'
import { reverseBatch } from './reversal.actions.ts'
import { listActiveVoters, listRecentVotes } from './serial-voting.queries.ts'
import {
  findBursts,
  findFavorites,
  findRings,
  ringDays,
  type SerialVotes,
} from './serial-voting.rules.ts'

export const serialVotingListeners = [
  every('41 2 * * *', 'reverse-serial-votes', reverseSerialVotes),
]

const dayMs = 86_400_000
const votersPerBatch = 100
/** The next night has the others. */
const maxPairs = 1_000

/** Reversed votes are gone, so repeating the job changes nothing. */
export async function reverseSerialVotes(ctx: Context) {
  const minimum = ctx.settings.get(votingSettings).serial_votes
  if (minimum === 0) return
  const now = ctx.clock.now()
  for (const serial of (await findSerialVotes(ctx, minimum, now)).slice(0, maxPairs))
    await reverseSerial(ctx, serial, now)
}

/** Everything is found before anything is reversed: half of a ring is none. */
async function findSerialVotes(ctx: Context, minimum: number, now: Date): Promise<SerialVotes[]> {
  const since = new Date(now.getTime() - ringDays * dayMs)
  const voterIds = await listActiveVoters(ctx.primary, since, minimum)
  const bursts: SerialVotes[] = []
  const favorites: SerialVotes[] = []
  for (let start = 0; start < voterIds.length; start += votersPerBatch) {
    const batch = voterIds.slice(start, start + votersPerBatch)
    const recent = await listRecentVotes(ctx.primary, batch, since)
    bursts.push(...findBursts(recent, minimum, now))
    favorites.push(...findFavorites(recent, minimum))
  }
  return [...bursts, ...findRings(favorites)]
}

/** One transaction for each batch of a pair, so that nobody waits long for a lock. */
async function reverseSerial(
  ctx: Context,
  { userId, authorId, objectIds }: SerialVotes,
  now: Date,
) {
  // Leaves a vote that the user cast again meanwhile.
  const isSerial = and(
    eq(votes.userId, userId),
    inArray(votes.objectId, objectIds),
    lte(votes.createdAt, now),
  )
  for (;;) {
    const count = await transact(ctx, async (tx) => {
      const reversed = await reverseBatch(tx, 'serial_voting', isSerial)
      if (reversed > 0)
        await tx.emit('votes.serial_reversed', { userId, authorId, count: reversed })
      return reversed
    })
    if (count === 0) return
  }
}
