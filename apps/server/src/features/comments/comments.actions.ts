import { questionStatuses } from '@stoa/contract/features/questions'
import { limits } from '@stoa/contract/limits'
import { and, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { fail, failField } from '../../kernel/errors.ts'
import { type Actor, must, type RequiredReputation } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import { keepRevision, toWritten } from '../posts/posts.actions.ts'
import { getPost, type PostState } from '../posts/posts.queries.ts'
import { answers, comments, questions } from '../posts/posts.table.ts'
import { revisions, revisionStatuses } from '../posts/revisions.table.ts'
import { users } from '../users/users.table.ts'
import { canComment, canDeleteComment, canEditComment } from './comments.rules.ts'

type NewComment = {
  objectId: string
  text: string
  replyToId?: string
  mentions: readonly string[]
}
type Policy = { required: RequiredReputation; siteUrl: string }

/** Comments on a post. The post is locked, so that it cannot be deleted meanwhile and its count is exact. */
export async function comment(tx: Tx, who: Actor, wish: NewComment, policy: Policy) {
  const post = await getPost(tx, who, wish.objectId, { isLocked: true })
  must(canComment(who, post, policy.required))
  if (wish.replyToId !== undefined) await expectOnPost(tx, wish.replyToId, post)
  const { columns, mentions } = writtenComment(wish.text, policy.siteUrl)
  const [created] = await tx
    .insert(comments)
    .values({
      questionId: post.questionId,
      answerId: post.answerId,
      userId: who.id,
      replyToId: wish.replyToId ?? null,
      ...columns,
      createdAt: tx.now,
    })
    .returning({ id: comments.id })
  const commentId = inserted(created).id
  await addToCommentCount(tx, post, 1)
  const mentioned = await findMentioned(tx, who, [...mentions, ...wish.mentions])
  await tx.emit('comment.added', { commentId, userId: who.id, mentioned })
  return commentId
}

/** A reply stands beside what it answers. */
async function expectOnPost(tx: Tx, commentId: string, post: PostState) {
  const [found] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.id, commentId),
        eq(comments.questionId, post.questionId),
        post.answerId === null ? isNull(comments.answerId) : eq(comments.answerId, post.answerId),
        eq(comments.status, questionStatuses.open),
      ),
    )
  if (found === undefined) fail('comment.reply_elsewhere')
}

function writtenComment(text: string, siteUrl: string) {
  const { columns, mentions } = toWritten(text, siteUrl)
  const { excerpt: _, ...kept } = columns
  if (kept.parsedText.trim() === '') failField('original_text', 'comment.empty')
  return { columns: kept, mentions }
}

/** Those of the names that someone has; nobody tells themselves. */
async function findMentioned(tx: Tx, who: Actor, names: readonly string[]) {
  if (names.length === 0) return []
  const lower = [...new Set(names.map((name) => name.toLowerCase()))].slice(0, limits.mentions.max)
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(sql`lower(${users.username})`, lower),
        ne(users.id, who.id),
        ne(users.status, 'deleted'),
      ),
    )
    .orderBy(users.id)
  return rows.map(({ id }) => id)
}

async function addToCommentCount(
  tx: Tx,
  { questionId, answerId }: Pick<PostState, 'questionId' | 'answerId'>,
  delta: number,
) {
  const [table, id] = answerId === null ? [questions, questionId] : [answers, answerId]
  await tx
    .update(table)
    .set({ commentCount: sql`${table.commentCount} + ${delta}` })
    .where(eq(table.id, id))
}

type Edit = { commentId: string; text: string; siteUrl: string }

/** Changes what a comment says. What it said before is kept for staff, from the first change on. */
export async function editComment(tx: Tx, who: Actor, { commentId, text, siteUrl }: Edit) {
  const state = await getPost(tx, who, commentId, { isLocked: true })
  const [written] = await tx.select().from(comments).where(eq(comments.id, commentId))
  const before = inserted(written)
  must(canEditComment(who, before, tx.now))
  if (state.isDeleted) fail('object.already_deleted')
  const { columns } = writtenComment(text, siteUrl)
  if (text === before.originalText) return { commentId, ...columns }
  await keepVersions(tx, who, before, text)
  await tx
    .update(comments)
    .set({ ...columns, editedAt: tx.now })
    .where(eq(comments.id, commentId))
  await tx.emit('comment.edited', { commentId, userId: who.id })
  return { commentId, ...columns }
}

/** Comments that were never changed keep no history: most never are. */
async function keepVersions(
  tx: Tx,
  who: Actor,
  before: typeof comments.$inferSelect,
  text: string,
) {
  const [kept] = await tx
    .select({ versions: count() })
    .from(revisions)
    .where(eq(revisions.objectId, before.id))
  const versions = kept?.versions ?? 0
  if (versions === 0) {
    await keepRevision(tx, {
      objectId: before.id,
      version: 1,
      userId: before.userId,
      originalText: before.originalText,
      status: revisionStatuses.first,
      createdAt: before.createdAt,
    })
  }
  await keepRevision(tx, {
    objectId: before.id,
    version: Math.max(versions, 1) + 1,
    userId: who.id,
    originalText: text,
    status: revisionStatuses.passed,
  })
}

export async function deleteComment(tx: Tx, who: Actor, commentId: string) {
  const state = await getPost(tx, who, commentId, { isLocked: true })
  must(canDeleteComment(who, state))
  const [before] = await tx
    .select({ status: comments.status })
    .from(comments)
    .where(eq(comments.id, commentId))
  await tx
    .update(comments)
    .set({ status: questionStatuses.deleted, deletedAt: tx.now, deletedBy: who.id })
    .where(eq(comments.id, commentId))
  if (before?.status === questionStatuses.open) await addToCommentCount(tx, state, -1)
  await tx.emit('comment.deleted', { commentId, userId: who.id })
}
