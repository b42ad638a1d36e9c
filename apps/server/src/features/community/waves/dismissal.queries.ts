import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { postTraces } from '../../../schema/waves.ts'

/** Entries that wait for no other reason than the suspicion of spam. */
function isHeldByWave(waveId: string): SQL | undefined {
  return and(
    eq(postTraces.waveId, waveId),
    isNull(heldPosts.decidedAt),
    sql`${heldPosts.reasons} = array['spam']`,
  )
}

export async function countHeldByWave(db: ReadDb, waveId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(postTraces)
    .innerJoin(heldPosts, eq(heldPosts.objectId, postTraces.objectId))
    .where(isHeldByWave(waveId))
  return row?.count ?? 0
}

/** Questions before the answers and comments that wait for them. */
export async function listHeldByWave(db: ReadDb, waveId: string): Promise<string[]> {
  const rows = await db
    .select({ id: heldPosts.id })
    .from(postTraces)
    .innerJoin(heldPosts, eq(heldPosts.objectId, postTraces.objectId))
    .where(isHeldByWave(waveId))
    .orderBy(asc(postTraces.objectId))
  return rows.map(({ id }) => id)
}
