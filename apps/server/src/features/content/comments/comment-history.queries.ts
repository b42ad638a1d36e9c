import type { CommentRevision, DeletedComment } from '@stoa/contract/features/comments'
import type { Page } from '@stoa/contract/paging'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { readPage } from '../../../kernel/paging.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { users } from '../../../schema/users.ts'
import { selectUserCard, toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { getPost, toMemberActions } from '../shared/posts.queries.ts'
import { canDeletePermanently } from '../shared/posts.rules.ts'
import { commentColumns, type CommentReader, toComment } from './comments.queries.ts'

type Paging = { page: number; page_size: number }

const deleter = alias(users, 'deleter')

/** For staff. Nobody replies to or votes on a deleted comment, so both are left out. */
export async function listDeletedComments(
  db: ReadDb,
  { question_id, ...paging }: { question_id: string } & Paging,
  reader: CommentReader,
): Promise<Page<DeletedComment>> {
  await getPost(db, reader.actor, question_id, { forUpdate: false })
  const { replyToId: _, replyUser: __, ...columns } = commentColumns
  const select = () =>
    db
      .select({ ...columns, deletedAt: comments.deletedAt, deleter: selectUserCard(deleter) })
      .from(comments)
      .innerJoin(questions, eq(questions.id, comments.questionId))
      .leftJoin(answers, eq(answers.id, comments.answerId))
      .innerJoin(users, eq(users.id, comments.userId))
      .innerJoin(deleter, eq(deleter.id, comments.deletedBy))
      .where(and(eq(comments.questionId, question_id), sql`${comments.status} = 10`))
      .$dynamic()
  const { count, rows } = await readPage(db, select, [asc(comments.id)], paging)
  const list = rows.map(({ deletedAt, deleter: deletedBy, ...row }) => ({
    ...toComment({ ...row, replyToId: null, replyUser: null, hasVoted: false }, reader),
    member_actions: toDeletedActions(reader),
    deleted_at: toUnix(deletedAt),
    deleted_user_info: toUserBasic(deletedBy),
  }))
  return { count, list }
}

function toDeletedActions({ actor, t }: CommentReader) {
  if (actor === null) return []
  const verdict = canDeletePermanently(actor, { isDeleted: true })
  return toMemberActions({ delete_permanently: verdict }, t)
}

/** For staff, like the deleted comments. Empty for a comment that was never edited. */
export async function listCommentRevisions(
  db: ReadDb,
  { comment_id, ...paging }: { comment_id: string } & Paging,
): Promise<Page<CommentRevision>> {
  const [comment] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.id, comment_id))
  if (comment === undefined) fail('comment.not_found')
  const select = () =>
    db
      .select({ revision: revisions, user: userCardColumns })
      .from(revisions)
      .innerJoin(users, eq(users.id, revisions.userId))
      .where(eq(revisions.objectId, comment_id))
      .$dynamic()
  const { count, rows } = await readPage(db, select, [desc(revisions.version)], paging)
  const list = rows.map(({ revision, user }) => ({
    id: revision.id,
    version: revision.version ?? 0,
    created_at: toUnix(revision.createdAt),
    original_text: revision.originalText,
    user_info: toUserBasic(user),
  }))
  return { count, list }
}
