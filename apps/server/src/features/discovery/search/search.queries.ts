import type { SearchItem, SimilarQuestion } from '@stoa/contract/features/search'
import type { SearchTerm } from '@stoa/contract/search-query'
import { toSearchText } from '@stoa/markdown/plain'
import { tagSlug } from '@stoa/markdown/slug'
import { and, desc, eq, gt, inArray, isNull, like, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isListed, isPostVisibleTo } from '../../content/shared/posts.visibility.ts'
import { questionColumns, type QuestionView } from '../../content/questions/questions.queries.ts'
import { tags } from '../../../schema/tags.ts'
import { escapeLike, toTag } from '../../content/tags/tags.queries.ts'
import { toUserBasic } from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'
import { toIdArray } from './search.documents.ts'
import { buildExcerpt } from './search.excerpts.ts'

/** How much of a post's HTML is searched for the excerpt. */
const maxHtmlLength = 24_000

/** In the order of `ids`. Posts that are not public are omitted. */
export async function listItems(
  db: ReadDb,
  ids: readonly string[],
  terms: readonly SearchTerm[],
  view: QuestionView,
): Promise<SearchItem[]> {
  const rows = await readPosts(db, ids)
  const items = new Map(rows.map((row) => [row.postId, toItem(row, terms, view)]))
  return ids.flatMap((id) => items.get(id) ?? [])
}

type PostRow = Awaited<ReturnType<typeof readPosts>>[number]

async function readPosts(db: ReadDb, ids: readonly string[]) {
  const pick = <T>(ofAnswer: SQL, ofQuestion: SQL) =>
    sql<T>`case when ${answers.id} is null then ${ofQuestion} else ${ofAnswer} end`
  return await db
    .select({
      ...questionColumns,
      postId: sql<string>`post.id`.mapWith(String),
      answerId: answers.id,
      html: sql<string>`left(${pick(sql`${answers.parsedText}`, sql`${questions.parsedText}`)}, ${maxHtmlLength})`,
      writtenAt: pick<Date>(sql`${answers.createdAt}`, sql`${questions.createdAt}`).mapWith(
        questions.createdAt,
      ),
      ownScore: pick<number>(sql`${answers.score}`, sql`${questions.score}`),
    })
    .from(sql`unnest(${toIdArray(ids)}) as post (id)`)
    .leftJoin(answers, sql`${answers.id} = post.id`)
    .innerJoin(questions, sql`${questions.id} = coalesce(${answers.questionId}, post.id)`)
    .innerJoin(users, sql`${users.id} = coalesce(${answers.userId}, ${questions.userId})`)
    .where(and(isListed(), isPostVisibleTo(null)))
}

function toItem(row: PostRow, terms: readonly SearchTerm[], view: QuestionView): SearchItem {
  const isAnswer = row.answerId !== null
  const accepted = row.acceptedAnswerId
  return {
    object_type: isAnswer ? 'answer' : 'question',
    object: {
      id: view.writeId(row.postId),
      question_id: view.writeId(row.id),
      title: row.title,
      highlighted_title: buildExcerpt(row.title, terms),
      url_title: row.slug,
      excerpt: buildExcerpt(toSearchText(stripCutTag(row.html)), terms),
      created_at: toUnix(row.writtenAt),
      vote_count: row.ownScore,
      accepted: isAnswer ? accepted === row.answerId : accepted !== null,
      answer_count: isAnswer ? 0 : row.answerCount,
      user_info: toUserBasic(row.user),
      tags: row.tags.map((tag) => toTag(tag, view.specialTags)),
      status: statusOf(row),
    },
  }
}

/** Truncated HTML may end within a tag. */
function stripCutTag(html: string) {
  const open = html.lastIndexOf('<')
  return open > html.lastIndexOf('>') ? html.slice(0, open) : html
}

function statusOf({ status }: { status: number }) {
  return status === 2 ? ('closed' as const) : ('available' as const)
}

/** Most used first. A tag without listed questions would leak what hidden ones are about. */
export async function listUsedTags(db: ReadDb, start: string, view: QuestionView, size: number) {
  const prefix = escapeLike(tagSlug(start))
  if (prefix === '') return []
  const rows = await db
    .select({ slugName: tags.slugName, displayName: tags.displayName })
    .from(tags)
    .where(
      and(
        like(tags.slugName, `${prefix}%`),
        eq(tags.isDeleted, false),
        isNull(tags.mainTagId),
        gt(tags.questionCount, 0),
      ),
    )
    .orderBy(desc(tags.questionCount), tags.id)
    .limit(size)
  return rows.map((row) => toTag(row, view.specialTags))
}

/** In the order of `ids`. Questions that are not listed are omitted. */
export async function listTitles(
  db: ReadDb,
  ids: readonly string[],
  view: QuestionView,
): Promise<SimilarQuestion[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: questions.id,
      title: questions.title,
      slug: questions.slug,
      score: questions.score,
      viewCount: questions.viewCount,
      answerCount: questions.answerCount,
      bookmarkCount: questions.bookmarkCount,
      followCount: questions.followCount,
      status: questions.status,
      acceptedAnswerId: questions.acceptedAnswerId,
    })
    .from(questions)
    .where(and(inArray(questions.id, [...ids]), isListed()))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => ({
      id: view.writeId(row.id),
      title: row.title,
      url_title: row.slug,
      vote_count: row.score,
      view_count: row.viewCount,
      answer_count: row.answerCount,
      collection_count: row.bookmarkCount,
      follow_count: row.followCount,
      status: statusOf(row),
      accepted_answer: row.acceptedAnswerId !== null,
    }))
}
