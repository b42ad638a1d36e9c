import { and, asc, eq, getTableName, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { settingsHistory } from '../../../schema/settings.ts'
import { staffLog } from '../../../schema/staff-log.ts'
import { users } from '../../../schema/users.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'

/** Removes the rows of deleted users that nothing refers to. What others wrote, voted or did stays with its author. */
export async function removeUnusedUsers(tx: Tx, actor: Actor, ids: string[]) {
  // Nobody can refer to a locked row, and whoever is about to keeps it.
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), eq(users.status, 'deleted')))
    .orderBy(asc(users.id))
    .for('update', { skipLocked: true })
  if (locked.length === 0) return
  const removed = await tx
    .delete(users)
    .where(
      and(
        inArray(
          users.id,
          locked.map(({ id }) => id),
        ),
        sql`not (${sql.join(await listUses(tx), sql` or `)})`,
      ),
    )
    .returning({ id: users.id })
  if (removed.length === 0) return
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'empty_deleted',
    after: { type: 'users', removed: removed.length },
  })
}

/** Conditions in all tables: read from the database, so that a new table keeps its users. */
async function listUses(tx: Tx) {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${getTableName(users)}::regclass`)
  return [
    // Without foreign keys: who changed something must not be lost.
    sql`exists (select 1 from ${staffLog} where ${staffLog.actorId} = ${users.id})`,
    sql`exists (select 1 from ${settingsHistory} where ${settingsHistory.changedBy} = ${users.id})`,
    ...rows.map(
      ({ table, column }) =>
        sql`exists (select 1 from ${sql.raw(table)} where ${sql.raw(column)} = ${users.id})`,
    ),
  ]
}
