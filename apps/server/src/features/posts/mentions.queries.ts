import { limits } from '@stoa/contract/limits'
import { mentionsIn } from '@stoa/markdown/mentions'
import { and, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import type { Actor } from '../../kernel/rules.ts'
import { users } from '../users/users.table.ts'

/** Members with one of the names, without whoever mentions them. */
export async function findMentioned(db: Db, who: Actor, names: readonly string[]) {
  if (names.length === 0) return []
  const lower = [...new Set(names.map((name) => name.toLowerCase()))].slice(0, limits.mentions.max)
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(sql`lower(${users.username})`, lower),
        ne(users.id, who.id),
        ne(users.status, 'deleted'),
        isNotNull(users.activatedAt),
      ),
    )
    .orderBy(users.id)
  return rows.map(({ id }) => id)
}

/** The same for an edit: who is mentioned in the HTML from before was told then. */
export async function findNewlyMentioned(
  db: Db,
  who: Actor,
  { names, before }: { names: readonly string[]; before: string },
) {
  if (names.length === 0) return []
  const told = new Set(mentionsIn(before).map((name) => name.toLowerCase()))
  const fresh = names.filter((name) => !told.has(name.toLowerCase()))
  return await findMentioned(db, who, fresh)
}
