import type { Comment, CommentLine, CommentOrder } from '@stoa/contract/features/comments'
import { questionStatuses } from '@stoa/contract/features/questions'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { readPage, readPageWithCappedCount } from '../../../kernel/paging.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { type Actor, deny, type RequiredReputation, type Viewer } from '../../../kernel/rules.ts'
import {
  getPost,
  postLineColumns,
  type PostState,
  toMemberActions,
  toPostLine,
} from '../shared/posts.queries.ts'
import { canChange, canFlag } from '../shared/posts.rules.ts'
import type { WriteId } from '../shared/posts.settings.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import {
  isCommentInListOf,
  isCommentOpenTo,
  isCommentVisibleTo,
} from '../shared/posts.visibility.ts'
import { toUserBasic, userCardColumns, selectUserCard } from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'
import {
  canConvertComment,
  canDeleteComment,
  canEditComment,
  canMoveComment,
} from './comments.rules.ts'

export type CommentReader = {
  actor: Actor | null
  now: Date
  t: Translate
  writeId: WriteId
  required: RequiredReputation
}
type Paging = { page: number; page_size: number }

const repliedTo = alias(comments, 'replied_to')
const repliedToUser = alias(users, 'replied_to_user')

/** Does not reveal a deleted comment or its author. */
const isRepliedTo = and(
  eq(repliedTo.id, comments.replyToId),
  eq(repliedTo.status, questionStatuses.open),
)

export const commentColumns = {
  id: comments.id,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  questionId: comments.questionId,
  answerId: comments.answerId,
  score: comments.score,
  originalText: comments.originalText,
  parsedText: comments.parsedText,
  status: comments.status,
  userId: comments.userId,
  isLocked: sql<boolean>`(${questions.isLocked} or coalesce(${answers.isLocked}, false))`,
  /** Of the question and of the answer that the comment is on. */
  isPostDeleted: sql<boolean>`10 in (${questions.status}, coalesce(${answers.status}, 1))`,
  isPostPending: sql<boolean>`11 in (${questions.status}, coalesce(${answers.status}, 1))`,
  user: userCardColumns,
  replyToId: repliedTo.id,
  replyUser: selectUserCard(repliedToUser),
}

function hasVoted(actor: Viewer | null) {
  return sql<boolean>`exists (select 1 from ${votes}
    where ${votes.objectId} = ${comments.id} and ${votes.userId} = ${actor?.id ?? '0'})`
}

function selectComments(db: ReadDb, actor: Actor | null) {
  return db
    .select({ ...commentColumns, hasVoted: hasVoted(actor) })
    .from(comments)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .leftJoin(answers, eq(answers.id, comments.answerId))
    .innerJoin(users, eq(users.id, comments.userId))
    .leftJoin(repliedTo, isRepliedTo)
    .leftJoin(repliedToUser, eq(repliedToUser.id, repliedTo.userId))
    .$dynamic()
}

export type CommentRow = Awaited<ReturnType<typeof selectComments>>[number]

/** Includes `answer_id`, though constant per post: otherwise the planner may scan the comments of the whole site. */
const orders: Record<CommentOrder, readonly SQL[]> = {
  '': [asc(comments.answerId), asc(comments.id)],
  vote: [desc(comments.score), asc(comments.id)],
  created_at: [desc(comments.answerId), desc(comments.id)],
}

type Filter = { object_id: string; comment_id?: string | undefined; query_cond: CommentOrder }

/** Appends the comment with `comment_id` if it is not on the page. */
export async function listComments(
  db: ReadDb,
  filter: Filter & Paging,
  reader: CommentReader,
): Promise<Page<Comment>> {
  const post = await getPost(db, reader.actor, filter.object_id, { forUpdate: false })
  const select = () => findCommentsOnPost(db, reader.actor, post)
  const { count, rows } = await readPage(db, select, orders[filter.query_cond], filter)
  const { comment_id: requestedId } = filter
  const isMissing = requestedId !== undefined && !rows.some(({ id }) => id === requestedId)
  const extra = isMissing
    ? await findCommentsOnPost(db, reader.actor, post, eq(comments.id, requestedId))
    : []
  return { count, list: [...rows, ...extra].map((row) => toComment(row, reader)) }
}

/** The caller has checked that the actor may see the post. */
export function findCommentsOnPost(
  db: ReadDb,
  actor: Actor | null,
  { questionId, answerId }: Pick<PostState, 'questionId' | 'answerId'>,
  filter?: SQL,
) {
  return selectComments(db, actor).where(
    and(
      eq(comments.questionId, questionId),
      answerId === null ? isNull(comments.answerId) : eq(comments.answerId, answerId),
      isCommentOpenTo(actor),
      filter,
    ),
  )
}

type CommentSelection = {
  /** Per post: those with the most votes, then the oldest. */
  maxPerPost: number
  /** A post whose comments are all shown, up to `maxExpanded`. */
  expandedPostId?: string | undefined
  maxExpanded: number
  /** Always included. */
  comment_id?: string | undefined
}

/**
 * Selected comments on a question and some of its answers, by post, oldest first, with the total per post. The caller
 * has checked that the actor may see the posts.
 */
export async function listCommentsOnPosts(
  db: ReadDb,
  { questionId, answerIds }: { questionId: string; answerIds: readonly string[] },
  selection: CommentSelection,
  reader: CommentReader,
): Promise<Map<string, Page<Comment>>> {
  const { maxPerPost, maxExpanded, expandedPostId = '0', comment_id: requestedId = '0' } = selection
  const posts = { questionId, answerIds: `{${answerIds.join(',')}}` }
  const rows = await findCommentsOnPosts(
    db,
    { ...posts, maxPerPost, maxExpanded, expandedPostId, requestedId },
    reader.actor,
    '',
  )
  const pages = new Map<string, Page<Comment>>()
  for (const row of rows) {
    const postId = row.answerId ?? row.questionId
    const page = pages.get(postId) ?? { count: row.count, list: [] }
    pages.set(postId, { ...page, list: [...page.list, toComment(row, reader)] })
  }
  return pages
}

type CommentsOnPosts = {
  questionId: string
  /** A PostgreSQL array literal. */
  answerIds: string
  maxPerPost: number
  maxExpanded: number
  expandedPostId: string
  requestedId: string
}

const findCommentsOnPosts = prepared(commentsOnPostsQuery)

/** Selects ids first, then reads only the rows that are shown. */
function commentsOnPostsQuery(
  db: ReadDb,
  { questionId, answerIds, maxPerPost, maxExpanded, expandedPostId, requestedId }: CommentsOnPosts,
  actor: Viewer | null,
) {
  const numbered = db
    .select({
      numberedId: sql<string>`${comments.id}`.as('numbered_id'),
      count: sql<number>`(count(*) over (partition by ${comments.answerId}))::int`.as('count'),
      byScore:
        sql`row_number() over (partition by ${comments.answerId} order by ${comments.score} desc, ${comments.id})`.as(
          'by_score',
        ),
      byAge: sql`row_number() over (partition by ${comments.answerId} order by ${comments.id})`.as(
        'by_age',
      ),
      postId: sql`coalesce(${comments.answerId}, ${comments.questionId})`.as('post_id'),
    })
    .from(comments)
    .where(
      and(
        eq(comments.questionId, questionId),
        or(isNull(comments.answerId), sql`${comments.answerId} = any(${answerIds}::bigint[])`),
        isCommentOpenTo(actor),
      ),
    )
    .as('numbered')
  return db
    .select({ ...commentColumns, hasVoted: hasVoted(actor), count: numbered.count })
    .from(numbered)
    .innerJoin(comments, sql`${comments.id} = ${numbered.numberedId}`)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .leftJoin(answers, eq(answers.id, comments.answerId))
    .innerJoin(users, eq(users.id, comments.userId))
    .leftJoin(repliedTo, isRepliedTo)
    .leftJoin(repliedToUser, eq(repliedToUser.id, repliedTo.userId))
    .where(
      sql`${numbered.byScore} <= ${maxPerPost} or ${numbered.numberedId} = ${requestedId} or ${numbered.postId} = ${expandedPostId} and ${numbered.byAge} <= ${maxExpanded}`,
    )
    .orderBy(comments.id)
}

export async function getComment(db: ReadDb, id: string, reader: CommentReader): Promise<Comment> {
  const [row] = await selectComments(db, reader.actor).where(
    and(eq(comments.id, id), isCommentVisibleTo(reader.actor)),
  )
  return row === undefined ? fail('comment.not_found') : toComment(row, reader)
}

export function toComment(row: CommentRow, reader: CommentReader): Comment {
  const user = toUserBasic(row.user)
  return {
    comment_id: row.id,
    created_at: toUnix(row.createdAt),
    ...(row.editedAt === null ? {} : { edited_at: toUnix(row.editedAt) }),
    object_id: reader.writeId(row.answerId ?? row.questionId),
    vote_count: row.score,
    is_vote: row.hasVoted,
    original_text: row.originalText,
    parsed_text: row.parsedText,
    user_id: user.id,
    username: user.username,
    user_display_name: user.display_name,
    user_avatar: user.avatar,
    user_status: user.status,
    ...toReplyFields(row),
    ...toPendingStatus(row),
    member_actions: toActions(row, reader),
  }
}

const { pending } = questionStatuses

function toPendingStatus({ status }: { status: number }) {
  return status === pending ? { status: pending } : {}
}

function toReplyFields(row: CommentRow) {
  const user = row.replyUser === null ? null : toUserBasic(row.replyUser)
  return {
    reply_user_id: user?.id ?? '0',
    reply_username: user?.username ?? '',
    reply_user_display_name: user?.display_name ?? '',
    reply_comment_id: row.replyToId ?? '0',
    reply_user_status: user?.status ?? '',
  } as const
}

function toActions(row: CommentRow, { actor, now, t, required }: CommentReader) {
  if (actor === null) return []
  const isPending = row.isPostPending || row.status === questionStatuses.pending
  const { userId, isPostDeleted: isDeleted } = row
  const change = canChange(actor, row)
  const verdicts = {
    edit: isDeleted
      ? deny('object.already_deleted')
      : change.ok
        ? canEditComment(actor, row, now)
        : change,
    report: canFlag(actor, { userId, isDeleted, isPending }, required),
    delete: canDeleteComment(actor, row),
    ...(isDeleted
      ? {}
      : { move: canMoveComment(actor, row), convert_to_answer: canConvertComment(actor, row) }),
  }
  return toMemberActions(verdicts, t)
}

export async function listCommentsOfUser(
  db: ReadDb,
  userId: string,
  paging: Paging,
  { actor, writeId }: Pick<CommentReader, 'actor' | 'writeId'>,
): Promise<Page<CommentLine>> {
  const select = () =>
    db
      .select({
        ...postLineColumns,
        commentId: comments.id,
        createdAt: comments.createdAt,
        html: comments.parsedText,
        status: comments.status,
      })
      .from(comments)
      .innerJoin(questions, eq(questions.id, comments.questionId))
      .leftJoin(answers, eq(answers.id, comments.answerId))
      .where(and(eq(comments.userId, userId), isCommentInListOf(userId, actor)))
      .$dynamic()
  const { count, rows } = await readPageWithCappedCount(db, select, [desc(comments.id)], paging)
  const list = rows.map((row) => ({
    ...toPostLine(row, writeId),
    comment_id: row.commentId,
    created_at: toUnix(row.createdAt),
    content: row.html,
    ...toPendingStatus(row),
  }))
  return { count, list }
}
