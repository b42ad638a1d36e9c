import type { QuestionItem } from '@stoa/contract/features/questions'
import { questionPageSizes } from '@stoa/contract/features/question-page'
import type { Page } from '@stoa/contract/paging'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { jsonRows } from '../../../kernel/json-rows.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { isListed, isQuestionVisibleTo } from '../shared/posts.visibility.ts'
import { tags } from '../../../schema/tags.ts'
import { neighborColumns } from '../questions/neighbors.queries.ts'
import {
  questionColumns,
  type QuestionView,
  toQuestionItem,
} from '../questions/questions.queries.ts'
import { users } from '../../../schema/users.ts'
import { rankBySimilarity } from './related.rules.ts'

const { related: maxRelated } = questionPageSizes
/** Per tag, only the newest questions are candidates; the titles of the strongest are compared. */
const newestPerTag = 300
const maxCompared = 200

/** Fails when the actor may not see the question. */
export async function listRelated(
  db: ReadDb,
  id: string,
  actor: Actor | null,
  view: QuestionView,
): Promise<Page<QuestionItem>> {
  const [question] = await candidatesQuery(db, id, actor)
  const { title, candidates } = question ?? fail('question.not_found')
  const ids = rankBySimilarity(title, candidates, maxRelated).map((candidate) => candidate.id)
  if (ids.length === 0) return { count: 0, list: [] }
  const rows = await db
    .select(questionColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(inArray(questions.id, ids), isListed()))
  const list = rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => toQuestionItem(row, view))
  return { count: list.length, list }
}

export function candidatesQuery(db: ReadDb, id: string, actor: Actor | null) {
  return db
    .select({ title: questions.title, candidates: candidatesColumn(db, id) })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(actor)))
}

/** Questions that share a tag, heaviest first, as one JSON column. */
export function candidatesColumn(db: ReadDb, id: string) {
  const own = alias(questionTags, 'own')
  const recent = db
    .select({ questionId: questionTags.questionId, askedAt: questionTags.askedAt })
    .from(questionTags)
    .where(eq(questionTags.tagId, own.tagId))
    .orderBy(sql`${questionTags.askedAt} desc`, sql`${questionTags.questionId} desc`)
    .limit(newestPerTag)
    .as('recent')
  // Rare tags weigh more. Summed in a fixed order: floating-point sums depend on it, and ties would swap places.
  const tagWeight = sql<number>`sum(1 / ln(2 + ${tags.questionCount}) order by ${tags.id})`
    .mapWith(Number)
    .as('tag_weight')
  const sharing = db
    .select({ questionId: recent.questionId, tagWeight })
    .from(own)
    .innerJoin(tags, and(eq(tags.id, own.tagId), eq(tags.isDeleted, false)))
    .innerJoinLateral(recent, sql`true`)
    .where(and(eq(own.questionId, id), sql`${recent.questionId} <> ${id}`))
    .groupBy(recent.questionId)
    .as('sharing')
  const candidate = db
    .select({ ...neighborColumns, tagWeight: sharing.tagWeight })
    .from(sharing)
    .innerJoin(questions, eq(questions.id, sharing.questionId))
    .where(isListed())
    .orderBy(sql`${sharing.tagWeight} desc`, sql`${questions.id} desc`)
    .limit(maxCompared)
    .as('candidate')
  const { id: candidateId, title, slug, score, answerCount, acceptedAnswerId } = candidate
  return jsonRows(
    {
      id: candidateId,
      title,
      slug,
      score,
      answerCount,
      acceptedAnswerId,
      tagWeight: candidate.tagWeight,
    },
    { from: sql`${candidate}`, order: sql`${candidate.tagWeight} desc, ${candidateId} desc` },
  )
}
