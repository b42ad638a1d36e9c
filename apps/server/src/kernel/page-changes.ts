import { lt, sql } from 'drizzle-orm'
import { pageChanges } from '../schema/page-changes.ts'
import type { Context } from './context.ts'
import type { WriteDb } from './database.ts'
import { every } from './events.ts'
import { allPagesKey } from './invalidation.ts'
import { prepared } from './prepared.ts'

const dayMs = 86_400_000
/** The longest life of a stored page. */
export const maxStoredMs = 7 * dayMs
/** Longer than any page lives, even if clocks differ. */
const retentionMs = maxStoredMs + dayMs

/** Records which pages this transaction changes. Runs last, because it locks the rows of keys that others change too. */
export async function recordPageChanges(db: WriteDb, keys: ReadonlySet<string>, now: Date) {
  const changed = keys.has(allPagesKey) ? [allPagesKey] : [...keys]
  await upsertChanges(db, { keys: changed.join(','), now: now.toISOString() }, null, '')
}

/** In order of key, so that two transactions never wait for each other. */
const upsertChanges = prepared((db: WriteDb, { keys, now }: { keys: string; now: string }) =>
  db
    .insert(pageChanges)
    .select(
      sql`select key, pg_current_xact_id(), ${now}::timestamptz
        from unnest(string_to_array(${keys}, ',')) as changed (key) order by key`,
    )
    .onConflictDoUpdate({
      target: pageChanges.key,
      set: { changedIn: sql`excluded.changed_in`, changedAt: sql`excluded.changed_at` },
    }),
)

export const pageChangesListeners = [
  every('53 3 * * *', 'drop-old-page-changes', async (ctx: Context) => {
    const expiredBefore = new Date(ctx.clock.now().getTime() - retentionMs)
    await ctx.autocommit.delete(pageChanges).where(lt(pageChanges.changedAt, expiredBefore))
  }),
]
