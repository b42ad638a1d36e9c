import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { requireRow, transact } from '../../../kernel/transact.ts'
import { type BadgeCondition, type BadgeRow, badges } from '../../../schema/badges.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { award, listActiveBadges } from './awarding.actions.ts'

/** A transaction may commit after one with a higher id. */
const overlap = 1000n

const tables = {
  questions_asked: questions,
  answers_posted: answers,
  comments_posted: comments,
} as const satisfies Partial<Record<BadgeCondition, unknown>>
type ContentCondition = keyof typeof tables
const contentConditions = Object.keys(tables) as ContentCondition[]

/** New content is checked every minute: a job for each post would cost all sites, and few have such badges. */
export async function checkContent(ctx: Context) {
  for (const badge of await listActiveBadges(ctx.primary, contentConditions))
    await transact(ctx, async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`select ${lastContentOf(badge.condition)} as id`,
      )
      const last = requireRow(rows[0]).id
      await award(tx, badge, { query: recentAuthors(badge) }, { isNotified: true })
      await tx.update(badges).set({ contentCheckedTo: last }).where(eq(badges.id, badge.id))
    })
}

/** The id of the newest content that counts. Older content is checked by the job for past deeds. */
export function lastContentOf(condition: BadgeCondition): SQL<string> {
  const table = Object.hasOwn(tables, condition) ? tables[condition as ContentCondition] : null
  return table === null ? sql`'0'` : sql`(select coalesce(max(id), 0)::text from ${table})`
}

function recentAuthors({ condition, contentCheckedTo }: BadgeRow): SQL {
  const table = tables[condition as ContentCondition]
  const from = String(BigInt(contentCheckedTo) - overlap)
  return sql`select ${table.userId} from ${table} where ${table.id} > ${from}::bigint`
}
