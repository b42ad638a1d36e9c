import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { HeldPost, listHeldPosts as listCall } from '@stoa/contract/features/held-posts'
import { maxSequence, objectIdOf } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { and, asc, between, eq, isNull, not, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { reviewClaims } from '../../../schema/review.ts'
import { users } from '../../../schema/users.ts'
import { postTraces } from '../../../schema/waves.ts'
import { questionColumns, type ReaderView } from '../../content/questions/questions.queries.ts'
import { toTag } from '../../content/tags/tags.queries.ts'
import { selectUserCard, toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { claimer, isClaimOf, isSkippedBy } from '../claims/claims.queries.ts'

/**
 * Open entries whose content can be decided now: not what was deleted with its question, and not what waits for its question
 * to be approved. A scalar subquery, so that the planner reads entries in the order of the queue until the page is full.
 */
const isWaiting = sql`${isNull(heldPosts.decidedAt)} and (
  select coalesce(comment.status, answer.status, question.status) = 11
    and (held_posts.object_id = held_posts.question_id or question.status in (1, 2))
    and (comment.id is null or coalesce(answer.status, 1) = 1)
  from ${questions} question
  left join ${comments} comment on comment.id = held_posts.object_id
  left join ${answers} answer on answer.id = coalesce(comment.answer_id, held_posts.object_id)
  where question.id = held_posts.question_id)`

type HeldPostsInput = ParsedInputOf<typeof listCall>
type Reviewer = { actor: Viewer; now: Date }
const queue = 'queued_post'

/** Oldest first. With an object, its page is the first. */
export async function listHeldPosts(
  db: ReadDb,
  input: HeldPostsInput,
  { actor, now }: Reviewer,
  view: ReaderView,
): Promise<Page<HeldPost>> {
  const { page_size, object_id: objectId } = input
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => heldQuery(db, now).where(matches(input, actor)).$dynamic(),
    [asc(heldPosts.id)],
    {
      page_size,
      page: objectId === undefined ? input.page : 1,
      lookahead: limits.queueCount.max,
    },
  )
  return { count, list: rows.map((row) => toHeldPost(row, view)) }
}

function matches(input: HeldPostsInput, actor: Viewer) {
  const { object_id: objectId, object_type: type, review_id: id } = input
  // A single entry is shown to whoever follows a link to it.
  if (id !== undefined) return and(isWaiting, eq(heldPosts.id, id))
  if (objectId !== undefined) return and(isWaiting, eq(heldPosts.objectId, objectId))
  const isSkipped = isSkippedBy(actor, queue, heldPosts.id)
  return and(
    isWaiting,
    input.skipped === 'true' ? isSkipped : not(isSkipped),
    type && between(heldPosts.objectId, objectIdOf(type, 0), objectIdOf(type, maxSequence)),
  )
}

export async function isHeldPostOpen(db: ReadDb, id: string) {
  const [row] = await db
    .select({ id: heldPosts.id })
    .from(heldPosts)
    .where(and(eq(heldPosts.id, id), isNull(heldPosts.decidedAt)))
  return row !== undefined
}

/** Entries that wait for a decision and that the reviewer did not skip, up to a maximum. */
export async function countHeldPosts(db: ReadDb, actor: Viewer): Promise<number> {
  const waiting = db
    .select({ id: heldPosts.id })
    .from(heldPosts)
    .where(and(isWaiting, not(isSkippedBy(actor, queue, heldPosts.id))))
    .orderBy(asc(heldPosts.id))
    .limit(limits.queueCount.max)
    .as('waiting')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(waiting)
  return row?.count ?? 0
}

/** The answer that waits, or the one that the comment is on. */
const isAnswerOfEntry = sql`${answers.id} = coalesce(${comments.answerId}, ${heldPosts.objectId})`

function heldQuery(db: ReadDb, now: Date) {
  const { id, title, slug, isListed, tags } = questionColumns
  return db
    .select({
      id: heldPosts.id,
      createdAt: heldPosts.createdAt,
      reasons: heldPosts.reasons,
      reviewer: heldPosts.reviewer,
      note: heldPosts.note,
      signals: postTraces.signals,
      newTags: heldPosts.newTags,
      answerId: answers.id,
      commentId: comments.id,
      question: { id, title, slug, isListed, tags },
      text: sql<string>`coalesce(${comments.originalText}, ${answers.originalText}, ${questions.originalText})`,
      html: sql<string>`coalesce(${comments.parsedText}, ${answers.parsedText}, ${questions.parsedText})`,
      status: sql<number>`coalesce(${comments.status}, ${answers.status}, ${questions.status})`,
      author: userCardColumns,
      claimer: selectUserCard(claimer),
    })
    .from(heldPosts)
    .innerJoin(questions, eq(questions.id, heldPosts.questionId))
    .leftJoin(comments, eq(comments.id, heldPosts.objectId))
    .leftJoin(answers, isAnswerOfEntry)
    .innerJoin(users, eq(users.id, heldPosts.userId))
    .leftJoin(postTraces, eq(postTraces.objectId, heldPosts.objectId))
    .leftJoin(reviewClaims, isClaimOf(queue, heldPosts.id, now))
    .leftJoin(claimer, eq(claimer.id, reviewClaims.userId))
}

type HeldRow = Awaited<ReturnType<typeof heldQuery>>[number]

function toHeldPost(row: HeldRow, { t, writeId, specialTags }: ReaderView): HeldPost {
  const { question, answerId, commentId } = row
  const newTags = row.newTags.map(({ slug_name: slugName, display_name }) => ({
    slugName,
    displayName: display_name || slugName,
  }))
  const signals = row.reasons.includes('spam') ? (row.signals ?? []) : []
  const reasons = [
    ...row.reasons.map((reason) => t(`held_reason.${reason}`)),
    ...signals.map((signal) => t(`wave_signal.${signal}`)),
  ]
  return {
    review_id: row.id,
    created_at: toUnix(row.createdAt),
    object_id: writeId(commentId ?? answerId ?? question.id),
    question_id: writeId(question.id),
    answer_id: writeId(answerId),
    comment_id: writeId(commentId),
    object_type: commentId !== null ? 'comment' : answerId !== null ? 'answer' : 'question',
    title: question.title,
    url_title: question.slug,
    original_text: row.text,
    parsed_text: row.html,
    tags: [...question.tags, ...newTags].map((tag) => toTag(tag, specialTags)),
    object_status: row.status,
    object_show_status: question.isListed ? 1 : 2,
    author_user_info: toUserBasic(row.author),
    submit_at: toUnix(row.createdAt),
    submitter_display_name: row.reviewer || t('held_reason.rules'),
    reason: [...reasons, row.note].filter((part) => part !== '').join(' · '),
    claimed_by: row.claimer === null ? null : toUserBasic(row.claimer),
  }
}
