import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { Decision, listDecisions as decisionsCall } from '@stoa/contract/features/review'
import { and, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { countLookahead } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { flagCases } from '../../../schema/flags.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { equalsIgnoreCase, toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'

type Options = { actor: Actor; now: Date; writeId: WriteId }
type DecisionsInput = ParsedInputOf<typeof decisionsCall>

type DecisionRow = {
  type: Decision['type']
  id: string
  operation: Decision['operation']
  decided_at: Date
  decided_by: string
  object_id: string
  flagged_user_id: string | null
  question_id: string | null
  answer_id: string | null
  comment_id: string | null
  title: string | null
  slug: string | null
}

/** Each queue reads its newest rows from an index; only those are sorted together. */
export async function listDecisions(
  db: ReadDb,
  input: DecisionsInput,
  { actor, now, writeId }: Options,
) {
  const { page, page_size: size } = input
  const deciderId = input.username === '' ? null : await findUserId(db, input.username)
  const depth = (page - 1) * size + countLookahead
  const decided = decidedCases(deciderId, depth)
  const { rows } = await db.execute<DecisionRow>(sql`
    with decided as (${decided} order by decided_at desc, id desc limit ${size} offset ${(page - 1) * size})
    select d.type, d.id::text, d.operation, d.object_id::text, d.decided_at, d.decided_by::text, case when d.type = 'flagged_user' then d.object_id::text end as flagged_user_id, questions.id::text as question_id, answers.id::text as answer_id, comments.id::text as comment_id,
      coalesce(tags.display_name, questions.title) as title, coalesce(tags.slug_name, questions.slug) as slug
    from decided d
    left join comments on comments.id = d.object_id
    left join answers on answers.id = coalesce(comments.answer_id, d.object_id)
    left join questions on questions.id = coalesce(comments.question_id, answers.question_id, d.object_id)
    left join tags on tags.id = d.object_id
    order by d.decided_at desc, d.id desc`)
  const people = await listUsers(
    db,
    rows.flatMap(({ decided_by: id, flagged_user_id }) => [id, flagged_user_id ?? id]),
  )
  return {
    count: await countDecided(db, decided),
    list: rows.map((row) => toDecision(row, people, writeId)),
    own_today: await countOwnToday(db, actor, now),
  }
}

function decidedCases(deciderId: string | null, depth: number): SQL {
  const newest = (
    fields: SQL,
    from: SQL,
  ) => sql`(select ${fields}, d.id, d.object_id, d.decided_at, d.decided_by
    from ${from} ${deciderId === null ? sql`` : sql`and d.decided_by = ${deciderId}`}
    order by d.decided_at desc, d.id desc limit ${depth})`
  return sql`
    ${newest(sql`case when d.question_id is null then 'flagged_user' else 'flagged_post' end as type, d.operation`, sql`${flagCases} d where d.status <> 1`)}
    union all
    ${newest(sql`'suggested_post_edit', d.decision`, sql`${suggestions} d where d.status <> 1`)}
    union all
    ${newest(sql`'queued_post', d.outcome`, sql`${heldPosts} d where d.decided_at is not null and d.outcome <> 'withdrawn'`)}`
}

async function findUserId(db: ReadDb, username: string) {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(equalsIgnoreCase(users.username, username))
  return user?.id ?? '0'
}

async function listUsers(db: ReadDb, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select(userCardColumns)
          .from(users)
          .where(inArray(users.id, [...ids]))
  return new Map(rows.map((row) => [row.id, toUserBasic(row)]))
}

async function countDecided(db: ReadDb, decided: SQL) {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${decided}) as decided`,
  )
  return rows[0]?.count ?? 0
}

const dayMs = 24 * 3_600_000

async function countOwnToday(db: ReadDb, actor: Actor, now: Date) {
  const since = new Date(now.getTime() - dayMs)
  const countOf = async (table: typeof flagCases | typeof suggestions | typeof heldPosts) => {
    const [row] = await db
      .select({ count: count() })
      .from(table)
      .where(and(eq(table.decidedBy, actor.id), gt(table.decidedAt, since)))
    return row?.count ?? 0
  }
  const counts = await Promise.all([flagCases, suggestions, heldPosts].map(countOf))
  return counts.reduce((sum, one) => sum + one, 0)
}

function toDecision(
  row: DecisionRow,
  people: ReadonlyMap<string, Decision['user_info']>,
  writeId: WriteId,
): Decision {
  const decider = people.get(row.decided_by)
  if (decider === undefined) throw new Error(`case ${row.id} was decided by nobody`)
  const isTag = row.question_id === null
  return {
    type: row.type,
    id: row.type === 'flagged_post' || row.type === 'flagged_user' ? writeId(row.id) : row.id,
    object_id: isTag ? row.object_id : writeId(row.comment_id ?? row.answer_id ?? row.question_id),
    question_id: writeId(row.question_id),
    answer_id: writeId(row.answer_id),
    comment_id: writeId(row.comment_id),
    title: row.title ?? '',
    url_title: row.slug ?? '',
    operation: row.operation,
    flagged_user: people.get(row.flagged_user_id ?? '') ?? null,
    decided_at: toUnix(new Date(row.decided_at)),
    user_info: decider,
  }
}
