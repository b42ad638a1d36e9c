import type { Question } from '@stoa/contract/features/questions'
import { toShortId } from '@stoa/contract/ids'
import { permalinks, seoSettings } from '@stoa/contract/settings/site'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/rules.ts'
import type { SettingsStore } from '../../kernel/settings.ts'
import { type TagMarks, toTag } from '../tags/tags.queries.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { tags } from '../tags/tags.table.ts'
import { toUserBasic, userCardColumns } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { questions, questionTags } from './questions.table.ts'
import { isVisibleTo } from './questions.visibility.ts'

/** What the settings decide about how a question is shown. */
export type QuestionView = { tagMarks: TagMarks; usesShortIds: boolean }

export function questionViewOf(settings: SettingsStore): QuestionView {
  const { permalink } = settings.get(seoSettings)
  return {
    tagMarks: tagPolicyOf(settings),
    usesShortIds: permalink === permalinks.shortIdAndTitle || permalink === permalinks.shortId,
  }
}

type TagRow = { slugName: string; displayName: string }

/** The tags of a question as one column, so that a list costs one statement however long it is. */
const tagsColumn: SQL<TagRow[]> = sql<TagRow[]>`(
  select coalesce(json_agg(json_build_object('slugName', ${tags.slugName}, 'displayName', ${tags.displayName})
    order by ${questionTags.position}), '[]')
  from ${questionTags} join ${tags} on ${tags.id} = ${questionTags.tagId}
  where ${questionTags.questionId} = ${questions.id} and not ${tags.isDeleted}
)`

/** The columns that lists and pages share. */
export const questionColumns = {
  id: questions.id,
  title: questions.title,
  slug: questions.slug,
  excerpt: questions.excerpt,
  status: questions.status,
  isPinned: questions.isPinned,
  isListed: questions.isListed,
  viewCount: questions.viewCount,
  score: questions.score,
  answerCount: questions.answerCount,
  bookmarkCount: questions.bookmarkCount,
  followCount: questions.followCount,
  acceptedAnswerId: questions.acceptedAnswerId,
  lastAnswerId: questions.lastAnswerId,
  createdAt: questions.createdAt,
  editedAt: questions.editedAt,
  activeAt: questions.activeAt,
  tags: tagsColumn,
  user: userCardColumns,
}

type QuestionRow = Pick<
  typeof questions.$inferSelect,
  Exclude<keyof typeof questionColumns, 'tags' | 'user'>
> & {
  tags: TagRow[]
}

/** The part of a question that lists and pages share, as the wire states it. */
export function toQuestionBase(row: QuestionRow, view: QuestionView) {
  const idOf = (id: string | null) => (id === null ? '0' : view.usesShortIds ? toShortId(id) : id)
  return {
    id: idOf(row.id),
    title: row.title,
    url_title: row.slug,
    description: row.excerpt,
    tags: row.tags.map((tag) => toTag(tag, view.tagMarks)),
    view_count: row.viewCount,
    vote_count: row.score,
    answer_count: row.answerCount,
    collection_count: row.bookmarkCount,
    follow_count: row.followCount,
    accepted_answer_id: idOf(row.acceptedAnswerId),
    last_answer_id: idOf(row.lastAnswerId),
    pin: row.isPinned ? (2 as const) : (1 as const),
    show: row.isListed ? (1 as const) : (2 as const),
    status: row.status,
  }
}

/** One question for one reader; what they may not see is answered like what does not exist. */
export async function getQuestion(
  db: Db,
  id: string,
  who: Actor | null,
  view: QuestionView,
): Promise<Question> {
  const [row] = await db
    .select({
      ...questionColumns,
      originalText: questions.originalText,
      parsedText: questions.parsedText,
    })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(eq(questions.id, id), isVisibleTo(who)))
  if (row === undefined) fail('question.not_found')
  return {
    ...toQuestionBase(row, view),
    content: row.originalText,
    html: row.parsedText,
    create_time: toUnix(row.createdAt),
    update_time: toUnix(row.activeAt),
    edit_time: toUnix(row.editedAt),
    user_info: toUserBasic(row.user),
  }
}
