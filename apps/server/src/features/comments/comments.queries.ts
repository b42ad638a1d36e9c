import type { Comment, CommentLine, CommentOrder } from '@stoa/contract/features/comments'
import { questionStatuses } from '@stoa/contract/features/questions'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { readPage, readPageOfMany } from '../../kernel/paging.ts'
import { prepared } from '../../kernel/prepared.ts'
import type { Actor, Someone } from '../../kernel/rules.ts'
import {
  getPost,
  postLineColumns,
  type PostState,
  toMemberActions,
  toPostLine,
} from '../posts/posts.queries.ts'
import type { WriteId } from '../posts/posts.settings.ts'
import { answers, comments, questions } from '../posts/posts.table.ts'
import {
  isCommentInListOf,
  isCommentOpenTo,
  isCommentVisibleTo,
} from '../posts/posts.visibility.ts'
import { toUserBasic, userCardColumns, userCardOf } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { votes } from '../posts/votes.table.ts'
import { canDeleteComment, canEditComment } from './comments.rules.ts'

type Reader = { who: Actor | null; now: Date; t: Translate; writeId: WriteId }
type Paging = { page: number; page_size: number }

const repliedTo = alias(comments, 'replied_to')
const repliedToUser = alias(users, 'replied_to_user')

/** A comment that is deleted is not told of, and neither is its author. */
const isRepliedTo = and(
  eq(repliedTo.id, comments.replyToId),
  eq(repliedTo.status, questionStatuses.open),
)

const commentColumns = {
  id: comments.id,
  createdAt: comments.createdAt,
  questionId: comments.questionId,
  answerId: comments.answerId,
  score: comments.score,
  originalText: comments.originalText,
  parsedText: comments.parsedText,
  userId: comments.userId,
  user: userCardColumns,
  replyToId: repliedTo.id,
  replyUser: userCardOf(repliedToUser),
}

function hasVoted(who: Someone | null) {
  return sql<boolean>`exists (select 1 from ${votes}
    where ${votes.objectId} = ${comments.id} and ${votes.userId} = ${who?.id ?? '0'})`
}

/** Comments with their people. Whether the reader voted is one more column. */
function selectComments(db: Db, who: Actor | null) {
  return db
    .select({ ...commentColumns, hasVoted: hasVoted(who) })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .leftJoin(repliedTo, isRepliedTo)
    .leftJoin(repliedToUser, eq(repliedToUser.id, repliedTo.userId))
    .$dynamic()
}

type CommentRow = Awaited<ReturnType<typeof selectComments>>[number]

/** By the columns of the index, though all are on one post: else the planner may walk the comments of the whole site. */
const orders: Record<CommentOrder, readonly SQL[]> = {
  '': [asc(comments.answerId), asc(comments.id)],
  vote: [desc(comments.score), asc(comments.id)],
  created_at: [desc(comments.answerId), desc(comments.id)],
}

type Filter = { object_id: string; comment_id?: string | undefined; query_cond: CommentOrder }

/** A page of the comments on a post the reader may see; the one asked for by its id comes last if it is not among them. */
export async function listComments(
  db: Db,
  filter: Filter & Paging,
  reader: Reader,
): Promise<Page<Comment>> {
  const post = await getPost(db, reader.who, filter.object_id, { isLocked: false })
  const find = () => findOnPost(db, reader.who, post)
  const { count, rows } = await readPage(db, find, orders[filter.query_cond], filter)
  const { comment_id: wanted } = filter
  const isMissing = wanted !== undefined && !rows.some(({ id }) => id === wanted)
  const extra = isMissing ? await findOnPost(db, reader.who, post, eq(comments.id, wanted)) : []
  return { count, list: [...rows, ...extra].map((row) => toComment(row, reader)) }
}

/** Those on a post that the reader is known to see. */
export function findOnPost(
  db: Db,
  who: Actor | null,
  { questionId, answerId }: Pick<PostState, 'questionId' | 'answerId'>,
  which?: SQL,
) {
  return selectComments(db, who).where(
    and(
      eq(comments.questionId, questionId),
      answerId === null ? isNull(comments.answerId) : eq(comments.answerId, answerId),
      isCommentOpenTo(who),
      which,
    ),
  )
}

/** What is shown of the comments on the posts of a page. */
type Shown = {
  /** How many of each post: those with most votes, written first. */
  few: number
  /** All of this post, the first `all` of them. */
  allOf?: string | undefined
  all: number
  /** Is among them, wherever it stands. */
  comment_id?: string | undefined
}

/**
 * Some comments of a question and of these of its answers, all of which the reader is known to see, in the order
 * they were written, by the post they are on; with how many there are.
 */
export async function listOnPosts(
  db: Db,
  { questionId, answerIds }: { questionId: string; answerIds: readonly string[] },
  shown: Shown,
  reader: Reader,
): Promise<Map<string, Page<Comment>>> {
  const { few, all, allOf = '0', comment_id: wanted = '0' } = shown
  const on = { questionId, answerIds: `{${answerIds.join(',')}}` }
  const rows = await findOnPosts(db, { ...on, few, all, allOf, wanted }, reader.who, '')
  const pages = new Map<string, Page<Comment>>()
  for (const row of rows) {
    const postId = row.answerId ?? row.questionId
    const page = pages.get(postId) ?? { count: row.count, list: [] }
    pages.set(postId, { ...page, list: [...page.list, toComment(row, reader)] })
  }
  return pages
}

type OnPosts = {
  questionId: string
  /** As PostgreSQL writes an array. */
  answerIds: string
  few: number
  all: number
  allOf: string
  wanted: string
}

const findOnPosts = prepared(onPostsQuery)

/** Chooses by votes and place alone, then reads only those that are shown. */
function onPostsQuery(
  db: Db,
  { questionId, answerIds, few, all, allOf, wanted }: OnPosts,
  who: Someone | null,
) {
  const placed = db
    .select({
      placedId: sql<string>`${comments.id}`.as('placed_id'),
      count: sql<number>`(count(*) over (partition by ${comments.answerId}))::int`.as('count'),
      best: sql`row_number() over (partition by ${comments.answerId} order by ${comments.score} desc, ${comments.id})`.as(
        'best',
      ),
      place: sql`row_number() over (partition by ${comments.answerId} order by ${comments.id})`.as(
        'place',
      ),
      postId: sql`coalesce(${comments.answerId}, ${comments.questionId})`.as('post_id'),
    })
    .from(comments)
    .where(
      and(
        eq(comments.questionId, questionId),
        or(isNull(comments.answerId), sql`${comments.answerId} = any(${answerIds}::bigint[])`),
        isCommentOpenTo(who),
      ),
    )
    .as('placed')
  return db
    .select({ ...commentColumns, hasVoted: hasVoted(who), count: placed.count })
    .from(placed)
    .innerJoin(comments, sql`${comments.id} = ${placed.placedId}`)
    .innerJoin(users, eq(users.id, comments.userId))
    .leftJoin(repliedTo, isRepliedTo)
    .leftJoin(repliedToUser, eq(repliedToUser.id, repliedTo.userId))
    .where(
      sql`${placed.best} <= ${few} or ${placed.placedId} = ${wanted} or ${placed.postId} = ${allOf} and ${placed.place} <= ${all}`,
    )
    .orderBy(comments.id)
}

export async function getComment(db: Db, id: string, reader: Reader): Promise<Comment> {
  const [row] = await selectComments(db, reader.who)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .leftJoin(answers, eq(answers.id, comments.answerId))
    .where(and(eq(comments.id, id), isCommentVisibleTo(reader.who)))
  return row === undefined ? fail('comment.not_found') : toComment(row, reader)
}

function toComment(row: CommentRow, reader: Reader): Comment {
  const user = toUserBasic(row.user)
  const replyUser = row.replyUser === null ? null : toUserBasic(row.replyUser)
  return {
    comment_id: row.id,
    created_at: toUnix(row.createdAt),
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
    reply_user_id: replyUser?.id ?? '0',
    reply_username: replyUser?.username ?? '',
    reply_user_display_name: replyUser?.display_name ?? '',
    reply_comment_id: row.replyToId ?? '0',
    reply_user_status: replyUser?.status ?? '',
    member_actions: actionsOn(row, reader),
  }
}

function actionsOn(row: CommentRow, { who, now, t }: Reader) {
  if (who === null) return []
  const verdicts = { edit: canEditComment(who, row, now), delete: canDeleteComment(who, row) }
  return toMemberActions(verdicts, t)
}

/** What a person has commented, as far as the reader may see it in a list. */
export async function listCommentsOf(
  db: Db,
  userId: string,
  paging: Paging,
  { who, writeId }: Pick<Reader, 'who' | 'writeId'>,
): Promise<Page<CommentLine>> {
  const find = () =>
    db
      .select({
        ...postLineColumns,
        commentId: comments.id,
        createdAt: comments.createdAt,
        html: comments.parsedText,
      })
      .from(comments)
      .innerJoin(questions, eq(questions.id, comments.questionId))
      .leftJoin(answers, eq(answers.id, comments.answerId))
      .where(and(eq(comments.userId, userId), isCommentInListOf(userId, who)))
      .$dynamic()
  const { count, rows } = await readPageOfMany(db, find, [desc(comments.id)], paging)
  const list = rows.map((row) => ({
    ...toPostLine(row, writeId),
    comment_id: row.commentId,
    created_at: toUnix(row.createdAt),
    content: row.html,
  }))
  return { count, list }
}
