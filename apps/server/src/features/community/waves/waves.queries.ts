import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { listWaves as listCall, Wave, WaveProgress } from '@stoa/contract/features/waves'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { users } from '../../../schema/users.ts'
import { postTraces, waveAccounts, waves } from '../../../schema/waves.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'

/** Posts of accounts that are not left out. */
const counts = sql`(
  select count(*)::int as posts,
    (count(*) filter (where trace.is_held))::int as held,
    min(trace.created_at) as first_post_at
  from ${postTraces} trace
  join ${waveAccounts} account on account.wave_id = trace.wave_id and account.user_id = trace.user_id
  where trace.wave_id = ${waves.id} and not account.left_out)`

const accountCount = sql<number>`(
  select count(*)::int from ${waveAccounts} account
  where account.wave_id = ${waves.id} and not account.left_out)`

type Counts = { posts: number; held: number; first_post_at: Date | string | null }

function wavesQuery(db: ReadDb) {
  return db
    .select({
      wave: waves,
      accounts: accountCount,
      counts: sql<Counts>`(select to_json(counted) from ${counts} counted)`,
      decider: userCardColumns,
    })
    .from(waves)
    .leftJoin(users, eq(users.id, waves.decidedBy))
}

type Row = Awaited<ReturnType<typeof wavesQuery>>[number]

const statesOf = {
  open: ['open', 'removing', 'restoring'],
  decided: ['removed', 'dismissed'],
} as const

export async function listWaves(
  db: ReadDb,
  { status, ...paging }: ParsedInputOf<typeof listCall>,
): Promise<Page<Wave> & { open_count: number }> {
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => wavesQuery(db).where(inArray(waves.state, statesOf[status])).$dynamic(),
    [desc(waves.id)],
    paging,
  )
  return { count, list: rows.map(toWave), open_count: await countOpenWaves(db) }
}

/** Waves that wait for a decision, up to a maximum. */
async function countOpenWaves(db: ReadDb): Promise<number> {
  const open = db
    .select({ id: waves.id })
    .from(waves)
    .where(eq(waves.state, 'open'))
    .limit(limits.queueCount.max)
    .as('open')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(open)
  return row?.count ?? 0
}

export async function findWave(db: ReadDb, waveId: string) {
  const [row] = await wavesQuery(db).where(eq(waves.id, waveId))
  if (row === undefined) fail('wave.not_found')
  return { row, wave: toWave(row) }
}

export async function getWaveProgress(db: ReadDb, waveId: string): Promise<WaveProgress> {
  const [row] = await db
    .select({ wave: waves, decider: userCardColumns })
    .from(waves)
    .leftJoin(users, eq(users.id, waves.decidedBy))
    .where(eq(waves.id, waveId))
  if (row === undefined) fail('wave.not_found')
  return toProgress(row, await countRemoved(db, waveId))
}

/** Accounts whose votes go with the removal. */
export async function listVoters(db: ReadDb, waveId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: waveAccounts.userId })
    .from(waveAccounts)
    .where(and(eq(waveAccounts.waveId, waveId), eq(waveAccounts.leftOut, false)))
    .orderBy(asc(waveAccounts.userId))
  return rows.map(({ userId }) => userId)
}

type Removed = { posts: number; accounts: number }

/** What the removal changed and nobody restored. */
export async function countRemoved(db: ReadDb, waveId: string): Promise<Removed> {
  const { rows } = await db.execute<Removed>(sql`select
    (select count(*)::int from ${postTraces} where wave_id = ${waveId} and removed_at is not null) as posts,
    (select count(*)::int from ${waveAccounts}
      where wave_id = ${waveId} and suspension_id is not null) as accounts`)
  return rows[0] ?? { posts: 0, accounts: 0 }
}

export function toProgress(
  { wave, decider }: Pick<Row, 'wave' | 'decider'>,
  removed: Removed,
): WaveProgress {
  return {
    state: wave.state,
    total: wave.total,
    done: wave.done,
    is_stopped: wave.stopAsked,
    removed_posts: removed.posts,
    suspended_accounts: removed.accounts,
    decided_at: toUnix(wave.decidedAt),
    decided_by: decider === null ? null : toUserBasic(decider),
    undo_until: toUnix(wave.undoUntil),
  }
}

function toWave({ wave, accounts, counts: { posts, held, first_post_at } }: Row): Wave {
  return {
    id: wave.id,
    state: wave.state,
    label: wave.label,
    created_at: toUnix(wave.createdAt),
    first_post_at:
      first_post_at === null ? toUnix(wave.createdAt) : toUnix(new Date(first_post_at)),
    last_post_at: toUnix(wave.lastPostAt),
    account_count: accounts,
    post_count: posts,
    held_count: held,
    public_count: posts - held,
  }
}
