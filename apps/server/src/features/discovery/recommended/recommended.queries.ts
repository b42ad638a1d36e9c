import type { QuestionItem } from '@stoa/contract/features/questions'
import { maxSequence, objectIdOf } from '@stoa/contract/ids'
import type { Page } from '@stoa/contract/paging'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { follows } from '../../../schema/follows.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { isListedAndOpen } from '../../content/shared/posts.visibility.ts'
import {
  questionColumns,
  type QuestionView,
  toQuestionItem,
} from '../../content/questions/questions.queries.ts'
import { users } from '../../../schema/users.ts'

/** Limits the work on large sites: followed questions, followed tags and tagged questions considered. */
const maxCandidates = { question: 200, tag: 100, tagged: 500 }
/** Newest questions per followed tag: a minimum each, plus a share of a common budget. */
const tagBudget = { min: 20, shared: 1_000 }

/** Followed questions first, then pinned ones, then the newest. */
export async function listRecommended(
  db: ReadDb,
  actor: Actor,
  paging: { page: number; page_size: number },
  view: QuestionView,
): Promise<Page<QuestionItem>> {
  const { rows } = await db.execute<{ count: number; ids: string[] }>(
    recommendedQuery(actor, paging),
  )
  const { count, ids } = rows[0] ?? { count: 0, ids: [] }
  if (ids.length === 0) return { count, list: [] }
  const unsorted = await db
    .select(questionColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(inArray(questions.id, ids))
  const byId = new Map(unsorted.map((row) => [row.id, row]))
  const sorted = ids.flatMap((id) => byId.get(id) ?? [])
  return { count, list: sorted.map((row) => toQuestionItem(row, view)) }
}

/** Ids of one page, and the total. */
export function recommendedQuery(actor: Actor, paging: { page: number; page_size: number }): SQL {
  const { page, page_size } = paging
  const hasAnswered = sql`exists (select 1 from ${answers}
    where ${answers.questionId} = ${questions.id} and ${answers.userId} = ${actor.id})`
  return sql`
    with followed as materialized (${selectFollowed(actor, 'question')}),
    tag as materialized (${selectFollowed(actor, 'tag')}),
    tagged as materialized (${newestTagged}),
    matching as materialized (
      select ${questions.id}, ${questions.isPinned}, ${questions.createdAt}, candidate.is_followed
      from (
        select object_id, true as is_followed from followed
        union all
        select question_id, false from tagged where question_id not in (select object_id from followed)
      ) as candidate join ${questions} on ${questions.id} = candidate.object_id
      where ${isListedAndOpen()} and ${questions.userId} <> ${actor.id} and not ${hasAnswered})
    select (select count(*)::int from matching) as count, array(
      select matching.id::text from matching
      order by matching.is_followed desc, matching.is_pinned desc, matching.created_at desc, matching.id desc
      limit ${page_size} offset ${(page - 1) * page_size}) as ids`
}

function selectFollowed(actor: Actor, type: 'question' | 'tag'): SQL {
  return sql`
    select ${follows.objectId} from ${follows} where ${follows.userId} = ${actor.id}
      and ${follows.objectId} between ${objectIdOf(type, 0)} and ${objectIdOf(type, maxSequence)}
    order by ${follows.objectId} desc limit ${maxCandidates[type]}`
}

/** Index-only scan of the tag index. */
const newestTagged: SQL = sql`
  select recent.question_id from tag cross join lateral (
    select ${questionTags.questionId}, ${questionTags.askedAt} from ${questionTags}
    where ${questionTags.tagId} = tag.object_id
    order by ${questionTags.askedAt} desc, ${questionTags.questionId} desc
    limit (select ${tagBudget.min} + ${tagBudget.shared} / greatest(count(*), 1) from tag)
  ) as recent
  group by recent.question_id order by max(recent.asked_at) desc, recent.question_id desc limit ${maxCandidates.tagged}`
