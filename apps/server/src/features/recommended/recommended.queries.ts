import type { QuestionItem } from '@stoa/contract/features/questions'
import { lastSequence, objectIdOf } from '@stoa/contract/ids'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { readPage } from '../../kernel/paging.ts'
import type { Actor } from '../../kernel/rules.ts'
import { follows } from '../posts/follows.table.ts'
import { answers, questions, questionTags } from '../posts/posts.table.ts'
import { isListedAndOpen } from '../posts/posts.visibility.ts'
import { questionColumns, type QuestionView, toAskedItem } from '../questions/questions.queries.ts'
import { users } from '../users/users.table.ts'

/** How many are looked at, of each followed tag and in all: as much work on a large site as on a small one. */
const perTag = 200
const most = { question: 500, tag: 100 }
/** Says to the planner, too, that there are few. */
const looked = 4_000

/** What might interest a person: followed questions first, then pinned ones, then the newest. */
export async function listRecommended(
  db: Db,
  who: Actor,
  paging: { page: number; page_size: number },
  view: QuestionView,
): Promise<Page<QuestionItem>> {
  const isFollowed = sql`exists (select 1 from ${follows} where ${follows.userId} = ${who.id} and ${follows.objectId} = ${questions.id})`
  const sorted = [
    desc(isFollowed),
    desc(questions.isPinned),
    desc(questions.createdAt),
    desc(questions.id),
  ]
  const { count, rows } = await readPage(db, () => findRecommended(db, who), sorted, paging)
  return { count, list: rows.map((row) => toAskedItem(row, view)) }
}

export function findRecommended(db: Db, who: Actor) {
  const hasAnswered = sql`exists (select 1 from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.userId} = ${who.id})`
  return db
    .select(questionColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(
      and(
        sql`${questions.id} in (${followedBy(who)})`,
        isListedAndOpen(),
        ne(questions.userId, who.id),
        sql`not ${hasAnswered}`,
      ),
    )
    .$dynamic()
}

/** The newest of the questions a person follows, and the newest of each tag they follow. */
function followedBy(who: Actor): SQL {
  const followed = (type: 'question' | 'tag') => sql`
    select ${follows.objectId} from ${follows} where ${follows.userId} = ${who.id}
      and ${follows.objectId} between ${objectIdOf(type, 0)} and ${objectIdOf(type, lastSequence)}
    order by ${follows.objectId} desc limit ${most[type]}`
  return sql`
    (${followed('question')})
    union
    select recent.question_id from (${followed('tag')}) as tag cross join lateral (
      select ${questionTags.questionId} from ${questionTags}
      join ${questions} on ${questions.id} = ${questionTags.questionId}
      where ${questionTags.tagId} = tag.object_id and ${isListedAndOpen()}
      order by ${questionTags.askedAt} desc, ${questionTags.questionId} desc limit ${perTag}
    ) as recent
    limit ${looked}`
}
