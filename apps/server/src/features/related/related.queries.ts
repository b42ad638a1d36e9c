import type { QuestionItem } from '@stoa/contract/features/questions'
import type { Page } from '@stoa/contract/paging'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/rules.ts'
import { questions, questionTags } from '../posts/posts.table.ts'
import { isListed, isQuestionVisibleTo } from '../posts/posts.visibility.ts'
import { tags } from '../posts/tags.table.ts'
import { questionColumns, type QuestionView, toAskedItem } from '../questions/questions.queries.ts'
import { users } from '../users/users.table.ts'
import { mostAlike } from './related.rules.ts'

const shown = 6
/** How many of the newest of each tag are looked at, and how many of those are compared by their titles. */
const perTag = 300
const compared = 200

/** The listed questions most like one that the reader may see. */
export async function listRelated(
  db: Db,
  id: string,
  who: Actor | null,
  view: QuestionView,
): Promise<Page<QuestionItem>> {
  const rows = await candidatesQuery(db, id, who)
  const title = rows[0]?.title ?? fail('question.not_found')
  const candidates = rows.flatMap(({ candidate }) => (candidate === null ? [] : [candidate]))
  const ids = mostAlike(title, candidates, shown)
  if (ids.length === 0) return { count: 0, list: [] }
  const found = await db
    .select(questionColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(inArray(questions.id, ids), isListed()))
  const list = found
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => toAskedItem(row, view))
  return { count: list.length, list }
}

/** Its title with those that share a tag, the strongest first: one row without a candidate when there is none. */
export function candidatesQuery(db: Db, id: string, who: Actor | null) {
  const own = alias(questionTags, 'own')
  const recent = db
    .select({ questionId: questionTags.questionId, askedAt: questionTags.askedAt })
    .from(questionTags)
    .where(eq(questionTags.tagId, own.tagId))
    .orderBy(sql`${questionTags.askedAt} desc`, sql`${questionTags.questionId} desc`)
    .limit(perTag)
    .as('recent')
  // The more questions have a tag, the less it says that another has it too.
  const tagWeight = sql<number>`sum(1 / ln(2 + ${tags.questionCount}))::float8`.as('tag_weight')
  const sharing = db
    .select({ questionId: recent.questionId, tagWeight })
    .from(own)
    .innerJoin(tags, and(eq(tags.id, own.tagId), eq(tags.isDeleted, false)))
    .innerJoinLateral(recent, sql`true`)
    .where(and(eq(own.questionId, id), sql`${recent.questionId} <> ${id}`))
    .groupBy(recent.questionId)
    .as('sharing')
  const candidate = db
    .select({ id: questions.id, title: questions.title, tagWeight: sharing.tagWeight })
    .from(sharing)
    .innerJoin(questions, eq(questions.id, sharing.questionId))
    .where(isListed())
    .orderBy(sql`${sharing.tagWeight} desc`, sql`${questions.id} desc`)
    .limit(compared)
    .as('candidate')
  return db
    .select({ title: questions.title, candidate: candidate._.selectedFields })
    .from(questions)
    .leftJoin(candidate, sql`true`)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(who)))
    .orderBy(sql`${candidate.tagWeight} desc`, sql`${candidate.id} desc`)
}
