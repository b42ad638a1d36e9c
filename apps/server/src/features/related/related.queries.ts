import type { QuestionItem } from '@stoa/contract/features/questions'
import { readingSizes } from '@stoa/contract/features/reading'
import type { Page } from '@stoa/contract/paging'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { jsonRows } from '../../kernel/json-rows.ts'
import type { Actor } from '../../kernel/rules.ts'
import { questions, questionTags } from '../posts/posts.table.ts'
import { isListed, isQuestionVisibleTo } from '../posts/posts.visibility.ts'
import { tags } from '../posts/tags.table.ts'
import { neighbourColumns } from '../questions/neighbours.queries.ts'
import { questionColumns, type QuestionView, toAskedItem } from '../questions/questions.queries.ts'
import { users } from '../users/users.table.ts'
import { mostAlike } from './related.rules.ts'

const { related: shown } = readingSizes
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
  const [asked] = await candidatesQuery(db, id, who)
  const { title, candidates } = asked ?? fail('question.not_found')
  const ids = mostAlike(title, candidates, shown).map((candidate) => candidate.id)
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

export function candidatesQuery(db: Db, id: string, who: Actor | null) {
  return db
    .select({ title: questions.title, candidates: candidatesColumn(db, id) })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(who)))
}

/** The questions that share a tag with one, the strongest first, as one column. */
export function candidatesColumn(db: Db, id: string) {
  const own = alias(questionTags, 'own')
  const recent = db
    .select({ questionId: questionTags.questionId, askedAt: questionTags.askedAt })
    .from(questionTags)
    .where(eq(questionTags.tagId, own.tagId))
    .orderBy(sql`${questionTags.askedAt} desc`, sql`${questionTags.questionId} desc`)
    .limit(perTag)
    .as('recent')
  // The more questions have a tag, the less it says that another has it too. Added up in one order, because fractions
  // that are added up in another make another sum, and neighbours that weigh the same would change places.
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
    .select({ ...neighbourColumns, tagWeight: sharing.tagWeight })
    .from(sharing)
    .innerJoin(questions, eq(questions.id, sharing.questionId))
    .where(isListed())
    .orderBy(sql`${sharing.tagWeight} desc`, sql`${questions.id} desc`)
    .limit(compared)
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
