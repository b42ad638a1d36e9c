import type { Question, QuestionOperationName } from '@stoa/contract/features/questions'
import { questionStatuses } from '@stoa/contract/features/questions'
import type { Translate } from '@stoa/locales/translate'
import { sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import {
  type Actor,
  deny,
  type RequiredReputation,
  type Verdict,
  type Viewer,
} from '../../../kernel/rules.ts'
import { bookmarks } from '../../../schema/bookmarks.ts'
import { follows, mutedQuestions } from '../../../schema/follows.ts'
import { toMemberActions } from '../shared/posts.queries.ts'
import {
  canChange,
  canDeletePermanently,
  canEdit,
  canFlag,
  canRecover,
} from '../shared/posts.rules.ts'
import { answers, questions, type QuestionStatus } from '../../../schema/posts.ts'
import { votes } from '../../../schema/votes.ts'
import { canClose, canDeleteQuestion, canInvite, canOperate, canReopen } from './questions.rules.ts'

/** Columns that depend on the reader. */
export function personalColumns(actor: Viewer | null) {
  // No user has the id 0.
  const id = actor?.id ?? '0'
  return {
    vote: sql<
      1 | -1 | null
    >`(select ${votes.value} from ${votes} where ${votes.userId} = ${id} and ${votes.objectId} = ${questions.id})`,
    isFollowed: sql<boolean>`exists (select 1 from ${follows} where ${follows.userId} = ${id} and ${follows.objectId} = ${questions.id})`,
    isMuted: sql<boolean>`exists (select 1 from ${mutedQuestions} where ${mutedQuestions.userId} = ${id} and ${mutedQuestions.questionId} = ${questions.id})`,
    isBookmarked: sql<boolean>`exists (select 1 from ${bookmarks} where ${bookmarks.userId} = ${id} and ${bookmarks.questionId} = ${questions.id})`,
    firstAnswerId: sql<string | null>`(select min(${answers.id})::text from ${answers}
      where ${answers.questionId} = ${questions.id} and ${answers.userId} = ${id} and ${answers.status} <> 10)`,
  }
}

type Row = Pick<
  typeof questions.$inferSelect,
  | 'userId'
  | 'status'
  | 'isAnswered'
  | 'answerCount'
  | 'isPinned'
  | 'isListed'
  | 'isProtected'
  | 'isLocked'
  | 'deletedBy'
  | 'deletedAt'
>

export function toActions(
  row: Row,
  actor: Actor | null,
  view: { t: Translate; required: RequiredReputation },
): Pick<Question, 'member_actions' | 'extends_actions'> {
  if (actor === null) return { member_actions: [], extends_actions: [] }
  const isDeleted = row.status === questionStatuses.deleted
  const isPending = row.status === questionStatuses.pending
  const change = canChange(actor, row)
  const unlessLocked = (verdict: Verdict) => (change.ok ? verdict : change)
  const toggle = (isOn: boolean, on: QuestionOperationName, off: QuestionOperationName) => {
    const operation = isOn ? off : on
    return { [operation]: canOperate(actor, operation, row) }
  }
  return {
    member_actions: toMemberActions(
      {
        edit: unlessLocked(canEdit(actor, { kind: 'question', ...row }, view.required)),
        report: canFlag(actor, { userId: row.userId, isDeleted, isPending }, view.required),
        close: canClose(actor, row),
        reopen: canReopen(actor, row),
        ...toggle(row.isPinned, 'pin', 'unpin'),
        ...toggle(!row.isListed, 'hide', 'show'),
        ...toggle(row.isProtected, 'protect', 'unprotect'),
        ...toggle(row.isLocked, 'lock', 'unlock'),
        delete: isDeleted ? deny('post.deleted') : unlessLocked(canDeleteQuestion(actor, row)),
        ...(isDeleted ? { undelete: unlessLocked(canRecover(actor, row)) } : {}),
        delete_permanently: canDeletePermanently(actor, { isDeleted }),
      },
      view.t,
    ),
    extends_actions: toMemberActions(
      { invite_other_to_answer: canInvite(actor, row, view.required) },
      view.t,
    ),
  }
}

const operations = {
  [questionStatuses.closed]: ['closed', 'info'],
  [questionStatuses.deleted]: ['deleted', 'danger'],
  [questionStatuses.pending]: ['pending', 'secondary'],
} as const satisfies Partial<Record<QuestionStatus, [string, string]>>

/** The status notice of a question; null while it is open. */
export function toOperation(row: Row, t: Translate): NonNullable<Question['operation']> | null {
  if (row.status === questionStatuses.open) return null
  const [name, level] = operations[row.status]
  return {
    type: '',
    description: '',
    msg: t(`question.operation.${name}`),
    time: toUnix(row.deletedAt),
    level,
  }
}
