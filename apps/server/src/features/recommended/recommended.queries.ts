import type { QuestionItem } from '@stoa/contract/features/questions'
import { lastSequence, objectIdOf } from '@stoa/contract/ids'
import type { Page } from '@stoa/contract/paging'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import type { Actor } from '../../kernel/rules.ts'
import { follows } from '../posts/follows.table.ts'
import { answers, questions, questionTags } from '../posts/posts.table.ts'
import { isListedAndOpen } from '../posts/posts.visibility.ts'
import { questionColumns, type QuestionView, toAskedItem } from '../questions/questions.queries.ts'
import { users } from '../users/users.table.ts'

/** How many are looked at, of what is followed and in all: as much work on a large site as on a small one. */
const most = { question: 200, tag: 100, tagged: 500 }
/** The newest of each tag: many of one, few of each of many. */
const ofTags = { least: 20, together: 1_000 }

/** What might interest a person: followed questions first, then pinned ones, then the newest. */
export async function listRecommended(
  db: Db,
  who: Actor,
  paging: { page: number; page_size: number },
  view: QuestionView,
): Promise<Page<QuestionItem>> {
  const { rows } = await db.execute<{ count: number; ids: string[] }>(findRecommended(who, paging))
  const { count, ids } = rows[0] ?? { count: 0, ids: [] }
  if (ids.length === 0) return { count, list: [] }
  const found = await db
    .select(questionColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(inArray(questions.id, ids))
  const byId = new Map(found.map((row) => [row.id, row]))
  const shown = ids.flatMap((id) => byId.get(id) ?? [])
  return { count, list: shown.map((row) => toAskedItem(row, view)) }
}

/** The ids of one page, and how many there are in all. */
export function findRecommended(who: Actor, paging: { page: number; page_size: number }): SQL {
  const { page, page_size } = paging
  const hasAnswered = sql`exists (select 1 from ${answers}
    where ${answers.questionId} = ${questions.id} and ${answers.userId} = ${who.id})`
  return sql`
    with followed as materialized (${followedBy(who, 'question')}),
    tag as materialized (${followedBy(who, 'tag')}),
    tagged as materialized (${newestTagged}),
    shown as materialized (
      select ${questions.id}, ${questions.isPinned}, ${questions.createdAt}, candidate.is_followed
      from (
        select object_id, true as is_followed from followed
        union all
        select question_id, false from tagged where question_id not in (select object_id from followed)
      ) as candidate join ${questions} on ${questions.id} = candidate.object_id
      where ${isListedAndOpen()} and ${questions.userId} <> ${who.id} and not ${hasAnswered})
    select (select count(*)::int from shown) as count, array(
      select shown.id::text from shown
      order by shown.is_followed desc, shown.is_pinned desc, shown.created_at desc, shown.id desc
      limit ${page_size} offset ${(page - 1) * page_size}) as ids`
}

function followedBy(who: Actor, type: 'question' | 'tag'): SQL {
  return sql`
    select ${follows.objectId} from ${follows} where ${follows.userId} = ${who.id}
      and ${follows.objectId} between ${objectIdOf(type, 0)} and ${objectIdOf(type, lastSequence)}
    order by ${follows.objectId} desc limit ${most[type]}`
}

/** The newest questions of all followed tags, read from the index of tags alone. */
const newestTagged: SQL = sql`
  select recent.question_id from tag cross join lateral (
    select ${questionTags.questionId}, ${questionTags.askedAt} from ${questionTags}
    where ${questionTags.tagId} = tag.object_id
    order by ${questionTags.askedAt} desc, ${questionTags.questionId} desc
    limit (select ${ofTags.least} + ${ofTags.together} / greatest(count(*), 1) from tag)
  ) as recent
  group by recent.question_id order by max(recent.asked_at) desc, recent.question_id desc limit ${most.tagged}`
