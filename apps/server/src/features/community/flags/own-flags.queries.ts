import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { listOwnFlags as listCall, OwnFlag } from '@stoa/contract/features/flags'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { caseStatuses, flagCases, flags } from '../../../schema/flags.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { isCommentOpenTo, isPostVisibleTo } from '../../content/shared/posts.visibility.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { toReason } from '../reasons/reasons.queries.ts'
import { isAnswerOfCase } from './flags.queries.ts'

type OwnFlagsInput = ParsedInputOf<typeof listCall>

const statusOf = {
  open: caseStatuses.open,
  helpful: caseStatuses.completed,
  declined: caseStatuses.ignored,
} as const

const stateOf = { 1: 'open', 2: 'helpful', 3: 'declined' } as const

/** Newest first. Names content only while the actor can see it, and never who decided. */
export async function listOwnFlags(
  db: ReadDb,
  actor: Viewer,
  input: OwnFlagsInput,
  view: { t: Translate; writeId: WriteId },
): Promise<Page<OwnFlag>> {
  const { state, object_id, user_id } = input
  const matches = and(
    eq(flags.userId, actor.id),
    state && eq(flagCases.status, statusOf[state]),
    object_id === undefined ? undefined : eq(flagCases.objectId, object_id),
    user_id === undefined ? undefined : eq(flagCases.objectId, user_id),
  )
  const { count, rows } = await readPageWithCappedCount(
    db,
    () => ownFlagsQuery(db, actor).where(matches).$dynamic(),
    [desc(flags.id)],
    input,
  )
  return { count, list: rows.map((row) => toOwnFlag(row, view)) }
}

function ownFlagsQuery(db: ReadDb, actor: Viewer) {
  const { reason, content, createdAt } = flags
  const { objectId, status, decidedAt, note } = flagCases
  return db
    .select({
      id: flags.id,
      flag: { reason, content, createdAt },
      decision: { objectId, status, decidedAt, note },
      questionId: flagCases.questionId,
      answerId: answers.id,
      commentId: comments.id,
      isVisible: isContentVisibleTo(actor),
      title: questions.title,
      slug: questions.slug,
      user: userCardColumns,
    })
    .from(flags)
    .innerJoin(flagCases, eq(flagCases.id, flags.caseId))
    .innerJoin(users, eq(users.id, flagCases.authorId))
    .leftJoin(questions, eq(questions.id, flagCases.questionId))
    .leftJoin(comments, eq(comments.id, flagCases.objectId))
    .leftJoin(answers, isAnswerOfCase)
}

function isContentVisibleTo(actor: Viewer): SQL<boolean> {
  const isOpenComment = sql`(${comments.id} is null or ${isCommentOpenTo(actor)})`
  const isVisible = and(isOpenComment, isPostVisibleTo(actor))
  return sql<boolean>`(${questions.id} is not null and ${isVisible})`
}

type OwnFlagRow = Awaited<ReturnType<typeof ownFlagsQuery>>[number]

function toOwnFlag(row: OwnFlagRow, { t, writeId }: { t: Translate; writeId: WriteId }): OwnFlag {
  const { flag, decision, isVisible } = row
  const isUser = row.questionId === null
  const idOf = (id: string | null) => writeId(isVisible ? id : null)
  return {
    id: row.id,
    created_at: toUnix(flag.createdAt),
    object_type: isUser ? 'user' : row.commentId ? 'comment' : row.answerId ? 'answer' : 'question',
    object_id: isUser ? decision.objectId : writeId(decision.objectId),
    question_id: idOf(row.questionId),
    answer_id: idOf(row.answerId),
    comment_id: idOf(row.commentId),
    title: isVisible ? (row.title ?? '') : '',
    url_title: isVisible ? (row.slug ?? '') : '',
    user_info: isUser ? toUserBasic(row.user) : null,
    reason: toReason(flag.reason, t),
    reason_content: flag.content,
    state: stateOf[decision.status],
    decided_at: toUnix(decision.decidedAt),
    note: decision.note,
  }
}
