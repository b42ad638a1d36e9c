import { limits } from '@stoa/contract/limits'
import { mentionsIn } from '@stoa/markdown/mentions'
import { and, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { users } from '../../../schema/users.ts'

/** Active members with one of these names, without the actor. */
export async function findMentioned(db: ReadDb, actor: Actor, names: readonly string[]) {
  if (names.length === 0) return []
  const lowerNames = [...new Set(names.map((name) => name.toLowerCase()))].slice(
    0,
    limits.mentions.max,
  )
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(sql`lower(${users.username})`, lowerNames),
        ne(users.id, actor.id),
        ne(users.status, 'deleted'),
        isNotNull(users.activatedAt),
      ),
    )
    .orderBy(users.id)
  return rows.map(({ id }) => id)
}

/** For edits: leaves out users already mentioned in the previous HTML. */
export async function findNewlyMentioned(
  db: ReadDb,
  actor: Actor,
  { names, previousHtml }: { names: readonly string[]; previousHtml: string },
) {
  if (names.length === 0) return []
  const previous = new Set(mentionsIn(previousHtml).map((name) => name.toLowerCase()))
  const added = names.filter((name) => !previous.has(name.toLowerCase()))
  return await findMentioned(db, actor, added)
}
