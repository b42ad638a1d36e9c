import type { Question, QuestionItem } from '@stoa/contract/features/questions'
import type { Locale } from '@stoa/locales/languages'
import { type Translate, translator } from '@stoa/locales/translate'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import { writeSettings } from '@stoa/contract/settings/writing'
import { fail } from '../../../kernel/errors.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import type { Actor, RequiredReputation, Viewer } from '../../../kernel/rules.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import { type SpecialTags, toTag } from '../tags/tags.queries.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { tags } from '../../../schema/tags.ts'
import { toUserBasic, userCardColumns, selectUserCard } from '../../people/users/users.queries.ts'
import { heldPosts, type NewTag } from '../../../schema/held-posts.ts'
import { users } from '../../../schema/users.ts'
import { toVoteStatus } from '../shared/posts.queries.ts'
import { idWriter, type WriteId } from '../shared/posts.settings.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { isQuestionVisibleTo } from '../shared/posts.visibility.ts'
import { closingColumn, toClosing } from './closing.queries.ts'
import { personalColumns, toActions, toOperation } from './questions.personal.ts'

export type QuestionView = { specialTags: SpecialTags; writeId: WriteId }

export function questionViewOf(settings: SettingsStore): QuestionView {
  return { specialTags: tagPolicyOf(settings), writeId: idWriter(settings) }
}

export type ReaderView = QuestionView & {
  t: Translate
  required: RequiredReputation
  protectedReputation: number
  /** Whether edits by the author after acceptance wait for review. */
  holdsAcceptedEdits: boolean
}

export function readerViewOf(settings: SettingsStore, locale: Locale): ReaderView {
  return {
    ...questionViewOf(settings),
    t: translator(locale),
    required: requiredReputation(settings),
    protectedReputation: settings.get(writeSettings).protected_reputation,
    holdsAcceptedEdits: settings.get(moderationSettings).hold_accepted_edits,
  }
}

type TagRow = { slugName: string; displayName: string }

/** Tags as a JSON column, so that a list takes one statement. */
const tagsColumn: SQL<TagRow[]> = sql<TagRow[]>`(
  select coalesce(json_agg(json_build_object('slugName', ${tags.slugName}, 'displayName', ${tags.displayName})
    order by ${questionTags.position}), '[]')
  from ${questionTags} join ${tags} on ${tags.id} = ${questionTags.tagId}
  where ${questionTags.questionId} = ${questions.id} and not ${tags.isDeleted}
)`

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

export type QuestionRow = Pick<
  typeof questions.$inferSelect,
  Exclude<keyof typeof questionColumns, 'tags' | 'user'>
> & {
  tags: TagRow[]
}

export function toQuestionBase(row: QuestionRow, view: QuestionView) {
  return {
    id: view.writeId(row.id),
    title: row.title,
    url_title: row.slug,
    description: row.excerpt,
    tags: row.tags.map((tag) => toTag(tag, view.specialTags)),
    view_count: row.viewCount,
    vote_count: row.score,
    answer_count: row.answerCount,
    collection_count: row.bookmarkCount,
    follow_count: row.followCount,
    accepted_answer_id: view.writeId(row.acceptedAnswerId),
    last_answer_id: view.writeId(row.lastAnswerId),
    pin: row.isPinned ? (2 as const) : (1 as const),
    show: row.isListed ? (1 as const) : (2 as const),
    status: row.status,
  }
}

export function toQuestionItem(
  row: QuestionRow & { user: Parameters<typeof toUserBasic>[0] },
  view: QuestionView,
): QuestionItem {
  return {
    ...toQuestionBase(row, view),
    created_at: toUnix(row.createdAt),
    operated_at: toUnix(row.createdAt),
    operation_type: 'asked',
    operator: toUserBasic(row.user),
  }
}

/** A question the actor may not see is reported as missing. */
export async function getQuestion(
  db: ReadDb,
  id: string,
  actor: Actor | null,
  view: ReaderView,
): Promise<Question> {
  const [found] = await findQuestion(db, { id }, actor, '')
  const row = found ?? fail('question.not_found')
  const [closing] = row.closing
  const operation = closing === undefined ? toOperation(row, view.t) : toClosing(closing, view)
  const allTags = [...row.tags, ...(row.newTags ?? []).map(toNewTag)]
  return {
    ...toQuestionBase({ ...row, tags: allTags }, view),
    content: row.originalText,
    html: row.parsedText,
    create_time: toUnix(row.createdAt),
    update_time: toUnix(row.activeAt),
    edit_time: toUnix(row.editedAt),
    version: row.version,
    ...(operation === null ? {} : { operation }),
    user_info: toUserBasic(row.user),
    ...(row.editor === null ? {} : { update_user_info: toUserBasic(row.editor) }),
    ...(row.lastAnswerer === null
      ? {}
      : { last_answered_user_info: toUserBasic(row.lastAnswerer) }),
    answered: row.firstAnswerId !== null,
    first_answer_id: view.writeId(row.firstAnswerId),
    collected: row.isBookmarked,
    vote_status: toVoteStatus(row.vote),
    is_followed: row.isFollowed,
    is_muted: row.isMuted,
    protected_rank: row.isProtected ? view.protectedReputation : 0,
    is_locked: row.isLocked,
    ...toActions(row, actor, view),
  }
}

function toNewTag({ slug_name: slugName, display_name }: NewTag): TagRow {
  return { slugName, displayName: display_name || slugName }
}

/** Tags that publishing will create. Read only for the author and staff, because others do not see the question. */
const newTagsColumn = sql<NewTag[] | null>`case when ${questions.status} = 11 then
  (select new_tags from ${heldPosts} where object_id = ${questions.id} and decided_at is null) end`

const editor = alias(users, 'editor')
const lastAnswerer = alias(users, 'last_answerer')

const findQuestion = prepared((db: ReadDb, { id }: { id: string }, actor: Viewer | null) =>
  db
    .select({
      ...questionColumns,
      ...personalColumns(actor),
      userId: questions.userId,
      originalText: questions.originalText,
      parsedText: questions.parsedText,
      version: questions.version,
      isAnswered: questions.isAnswered,
      isProtected: questions.isProtected,
      isLocked: questions.isLocked,
      deletedAt: questions.deletedAt,
      deletedBy: questions.deletedBy,
      closing: closingColumn(),
      newTags: newTagsColumn,
      editor: selectUserCard(editor),
      lastAnswerer: selectUserCard(lastAnswerer),
    })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .leftJoin(editor, eq(editor.id, questions.editedBy))
    .leftJoin(answers, eq(answers.id, questions.lastAnswerId))
    .leftJoin(lastAnswerer, eq(lastAnswerer.id, answers.userId))
    .where(and(eq(questions.id, id), isQuestionVisibleTo(actor))),
)
