import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { requireRow, transact } from '../../../kernel/transact.ts'
import { badgeAwards, type BadgeCondition, type BadgeRow, badges } from '../../../schema/badges.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { award, awardFor, listActiveBadges } from './awarding.actions.ts'

/** Content is saved with the time of its request, so it may appear later than content after it. */
const overlapMs = 5 * 60_000

const tables = {
  questions_asked: questions,
  answers_posted: answers,
  comments_posted: comments,
} as const satisfies Partial<Record<BadgeCondition, unknown>>
type ContentCondition = keyof typeof tables
const contentConditions = Object.keys(tables) as ContentCondition[]

/**
 * New content is checked every minute: a job for each post would cost all sites, and few have such badges. It is checked
 * again until it is older than the overlap, so a site without new content checks nobody.
 */
export async function checkContent(ctx: Context) {
  for (const badge of await listActiveBadges(ctx.primary, contentConditions))
    await transact(ctx, async (tx) => {
      await tx.execute(sql`set local statement_timeout = '5min'`)
      const { newest, settled } = await findNewContent(tx, badge)
      if (newest === null) return
      await award(tx, badge, { query: recentAuthors(badge) }, { isNotified: true })
      if (settled !== null)
        await tx.update(badges).set({ contentCheckedTo: settled }).where(eq(badges.id, badge.id))
    })
}

/** Content that waited for a moderator may have been checked before it was public. */
export async function awardForApproval(
  ctx: Context,
  { authorId, outcome }: { authorId: string; outcome: 'approved' | 'rejected' },
) {
  if (outcome === 'rejected') return
  await transact(ctx, async (tx) => {
    for (const condition of contentConditions) await awardFor(tx, condition, { ids: [authorId] })
  })
}

/** The id of the newest content that counts. Older content is checked by the job for past deeds. */
export function lastContentOf(condition: BadgeCondition): SQL<string> {
  const table = Object.hasOwn(tables, condition) ? tables[condition as ContentCondition] : null
  return table === null ? sql`'0'` : sql`(select coalesce(max(id), 0)::text from ${table})`
}

async function findNewContent(tx: Tx, { condition, contentCheckedTo }: BadgeRow) {
  const table = tables[condition as ContentCondition]
  const settledAt = new Date(tx.now.getTime() - overlapMs).toISOString()
  const { rows } = await tx.execute<{ newest: string | null; settled: string | null }>(sql`
    select max(id)::text as newest,
      (max(id) filter (where created_at <= ${settledAt}::timestamptz))::text as settled
    from ${table} where id > ${contentCheckedTo}::bigint`)
  return requireRow(rows[0])
}

/** Without those who have the badge: these badges are earned once. */
function recentAuthors({ id, condition, contentCheckedTo }: BadgeRow): SQL {
  const table = tables[condition as ContentCondition]
  return sql`select ${table.userId} from ${table}
    where ${table.id} > ${contentCheckedTo}::bigint and not exists (
      select 1 from ${badgeAwards} where ${badgeAwards.badgeId} = ${id}::bigint
        and ${badgeAwards.userId} = ${table.userId})`
}
