import { sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { transact } from '../../kernel/transact.ts'
import { answers, questions } from '../posts/posts.table.ts'
import { postgresSearch } from './search.postgres.ts'
import { searchDocuments, searchRebuild } from './search.table.ts'

const batch = 200

/**
 * Writes all documents anew, a few at a time, while people write. How far it has come is kept: one that was stopped goes
 * on from there.
 */
export async function rebuildSearch(ctx: Context, tell: (done: number) => void, size = batch) {
  const provider = postgresSearch(ctx)
  let done = 0
  for (let last = await positionOf(ctx); ;) {
    const ids = await idsAfter(ctx, last, size)
    last = ids.at(-1) ?? last
    if (ids.length === 0) break
    await provider.index(ids)
    await setPosition(ctx, last)
    done += ids.length
    tell(done)
  }
  await setPosition(ctx, null)
  return done
}

/** Posts that are there, and documents of posts that are no longer: writing these takes them out. */
async function idsAfter(ctx: Context, last: string, size: number) {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from (
      (select id from ${questions} where id > ${last} order by id limit ${size})
      union
      (select id from ${answers} where id > ${last} order by id limit ${size})
      union
      (select object_id from ${searchDocuments} where object_id > ${last} order by object_id limit ${size})
    ) as posts order by id limit ${size}`)
  return rows.map(({ id }) => String(id))
}

async function positionOf(ctx: Context) {
  const [row] = await ctx.db.select().from(searchRebuild)
  return row?.lastId ?? '0'
}

async function setPosition(ctx: Context, lastId: string | null) {
  await transact(ctx, async (tx) => {
    await tx.delete(searchRebuild)
    if (lastId !== null) await tx.insert(searchRebuild).values({ lastId })
  })
}
