import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { FlagCase, listFlagCases as listCall } from '@stoa/contract/features/flags'
import { maxSequence, objectIdOf } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, between, count, eq, isNotNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { jsonRows } from '../../../kernel/json-rows.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { caseStatuses, flagCases, flags } from '../../../schema/flags.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { reviewClaims } from '../../../schema/review.ts'
import { users } from '../../../schema/users.ts'
import { questionColumns, type ReaderView } from '../../content/questions/questions.queries.ts'
import { toTag } from '../../content/tags/tags.queries.ts'
import { selectUserCard, toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { claimer, isClaimOf, isSkippedBy } from '../claims/claims.queries.ts'
import { toReason } from '../reasons/reasons.queries.ts'

const flagger = alias(users, 'flagger')
const queue = 'flagged_post'

/**
 * Content that was deleted meanwhile needs no decision. A scalar subquery, so that the planner reads cases in the order of the
 * queue until the page is full.
 */
const isWaiting = sql`${flagCases.status} = 1 and (
  select question.status <> 10 and coalesce(answer.status, 1) <> 10 and coalesce(comment.status, 1) <> 10
  from ${questions} question
  left join ${comments} comment on comment.id = flag_cases.object_id
  left join ${answers} answer on answer.id = coalesce(comment.answer_id, flag_cases.object_id)
  where question.id = flag_cases.question_id)`

type FlagCasesInput = ParsedInputOf<typeof listCall>
type Reviewer = { actor: Viewer; now: Date }

/** Open cases, oldest first. */
export async function listFlagCases(
  db: ReadDb,
  input: FlagCasesInput,
  reviewer: Reviewer,
  view: ReaderView,
): Promise<Page<FlagCase>> {
  const { count: total, rows } = await readPageWithCappedCount(
    db,
    () => casesQuery(db, reviewer.now).where(matches(input, reviewer.actor)).$dynamic(),
    [asc(flagCases.id)],
    { ...input, lookahead: limits.queueCount.max },
  )
  return { count: total, list: rows.map((row) => toCase(row, view)) }
}

export async function countFlagCases(db: ReadDb, actor: Viewer) {
  const [row] = await db.select({ count: count() }).from(
    db
      .select({ id: flagCases.id })
      .from(flagCases)
      .where(and(isWaiting, not(isSkippedBy(actor, queue, flagCases.id))))
      .orderBy(asc(flagCases.id))
      .limit(limits.queueCount.max)
      .as('open_cases'),
  )
  return row?.count ?? 0
}

export async function isFlagCaseOpen(db: ReadDb, id: string) {
  const [row] = await db
    .select({ id: flagCases.id })
    .from(flagCases)
    .where(
      and(
        eq(flagCases.id, id),
        eq(flagCases.status, caseStatuses.open),
        isNotNull(flagCases.questionId),
      ),
    )
  return row !== undefined
}

function matches(input: FlagCasesInput, actor: Viewer) {
  const { object_type: type, reason, flag_id: id } = input
  // A single case is shown to whoever follows a link to it.
  if (id !== undefined) return and(isWaiting, eq(flagCases.id, id))
  const isSkipped = isSkippedBy(actor, queue, flagCases.id)
  return and(
    isWaiting,
    input.skipped === 'true' ? isSkipped : not(isSkipped),
    type && between(flagCases.objectId, objectIdOf(type, 0), objectIdOf(type, maxSequence)),
    reason === undefined
      ? undefined
      : sql`exists (select 1 from ${flags} where ${flags.caseId} = ${flagCases.id} and ${flags.reason} = ${reason})`,
  )
}

/** The answer that is flagged, or the one that the flagged comment is on. */
export const isAnswerOfCase = sql`${answers.id} = coalesce(${comments.answerId}, ${flagCases.objectId})`

function casesQuery(db: ReadDb, now: Date) {
  const { id, title, slug, answerCount, acceptedAnswerId, isListed, tags } = questionColumns
  return db
    .select({
      id: flagCases.id,
      createdAt: flagCases.createdAt,
      answerId: answers.id,
      commentId: comments.id,
      question: { id, title, slug, answerCount, acceptedAnswerId, isListed, tags },
      text: sql<string>`coalesce(${comments.originalText}, ${answers.originalText}, ${questions.originalText})`,
      html: sql<string>`coalesce(${comments.parsedText}, ${answers.parsedText}, ${questions.parsedText})`,
      status: sql<number>`coalesce(${comments.status}, ${answers.status}, ${questions.status})`,
      postedAt:
        sql`coalesce(${comments.createdAt}, ${answers.createdAt}, ${questions.createdAt})`.mapWith(
          questions.createdAt,
        ),
      author: userCardColumns,
      flags: flagsColumn(),
      claimer: selectUserCard(claimer),
    })
    .from(flagCases)
    .innerJoin(questions, eq(questions.id, flagCases.questionId))
    .leftJoin(comments, eq(comments.id, flagCases.objectId))
    .leftJoin(answers, isAnswerOfCase)
    .innerJoin(users, eq(users.id, flagCases.authorId))
    .leftJoin(reviewClaims, isClaimOf(queue, flagCases.id, now))
    .leftJoin(claimer, eq(claimer.id, reviewClaims.userId))
}

export function flagsColumn() {
  const { reason, content, createdAt: flaggedAt } = flags
  return jsonRows(
    { ...selectUserCard(flagger), reason, content, flaggedAt },
    {
      from: sql`(select * from ${flags} where case_id = ${flagCases.id} order by id limit ${limits.flagsPerCase.max}) as flags
        join ${users} as flagger on ${flagger.id} = ${flags.userId}`,
      order: sql`${flags.id}`,
    },
  )
}

type FlagRow = CaseRow['flags'][number]

export function toFlag(flag: FlagRow, t: Translate) {
  return {
    submitter_user: toUserBasic(flag),
    created_at: toUnix(flag.flaggedAt),
    reason: toReason(flag.reason, t),
    reason_content: flag.content,
  }
}

type CaseRow = Awaited<ReturnType<typeof casesQuery>>[number]

function toCase(row: CaseRow, { t, writeId, specialTags }: ReaderView): FlagCase {
  const { question, answerId, commentId } = row
  const objectId = commentId ?? answerId ?? question.id
  const all = row.flags.map((flag) => toFlag(flag, t))
  const [first] = all
  if (first === undefined) throw new Error(`case ${row.id} has no flags`)
  const { submitter_user, reason, reason_content } = first
  return {
    flag_id: writeId(row.id),
    created_at: toUnix(row.createdAt),
    object_id: writeId(objectId),
    question_id: writeId(question.id),
    answer_id: writeId(answerId),
    comment_id: writeId(commentId),
    object_type: commentId !== null ? 'comment' : answerId !== null ? 'answer' : 'question',
    title: question.title,
    url_title: question.slug,
    original_text: row.text,
    parsed_text: row.html,
    answer_count: question.answerCount,
    answer_accepted: answerId !== null && question.acceptedAnswerId === answerId,
    tags: question.tags.map((tag) => toTag(tag, specialTags)),
    object_status: row.status,
    object_show_status: question.isListed ? 1 : 2,
    author_user_info: toUserBasic(row.author),
    submit_at: toUnix(row.postedAt),
    submitter_user,
    reason,
    reason_content,
    flags: all,
    claimed_by: row.claimer === null ? null : toUserBasic(row.claimer),
  }
}
