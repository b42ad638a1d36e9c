import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { questions } from '../../../schema/posts.ts'
import { isUnanswered } from '../../content/shared/posts.visibility.ts'

/** In days. */
const ages = [
  { from_days: 0, to_days: 1 },
  { from_days: 1, to_days: 3 },
  { from_days: 3, to_days: 7 },
  { from_days: 7, to_days: 28 },
  { from_days: 28, to_days: null },
] as const

export async function countUnansweredByAge(db: ReadDb, now: Date) {
  const before = (days: number) =>
    sql`${questions.createdAt} > ${now.toISOString()}::timestamptz - ${days} * interval '1 day'`
  const counts = ages.map(({ from_days: from, to_days: to }) => {
    const isOlder = from === 0 ? sql`true` : sql`not ${before(from)}`
    return sql`count(*) filter (where ${isOlder} and ${to === null ? sql`true` : before(to)})::int`
  })
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts from ${questions} where ${isUnanswered()}`,
  )
  return ages.map((age, index) => ({ ...age, count: rows[0]?.counts[index] ?? 0 }))
}
