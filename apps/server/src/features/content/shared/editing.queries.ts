import { questionStatuses } from '@stoa/contract/features/questions'
import { typeOfId } from '@stoa/contract/ids'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import { and, eq, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import { canChange, canEdit, needsReview } from './posts.rules.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isAnswerLocked } from './posts.queries.ts'
import { isAnswerVisibleTo, isQuestionVisibleTo } from './posts.visibility.ts'

/** A post the actor may not see is reported as missing. */
export async function getEditable(db: ReadDb, actor: Actor, id: string) {
  if (typeOfId(id) === 'answer') {
    const [answer] = await db
      .select({
        userId: answers.userId,
        status: answers.status,
        isLocked: isAnswerLocked,
        isAccepted: sql<boolean>`${questions.acceptedAnswerId} is not distinct from ${answers.id}`,
      })
      .from(answers)
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(and(eq(answers.id, id), isAnswerVisibleTo(actor)))
    return { kind: 'answer' as const, ...(answer ?? fail('answer.not_found')) }
  }
  const [question] = await db
    .select({
      userId: questions.userId,
      status: questions.status,
      isLocked: questions.isLocked,
      isAccepted: sql<boolean>`${questions.acceptedAnswerId} is not null`,
    })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(actor)))
  return { kind: 'question' as const, ...(question ?? fail('question.not_found')) }
}

type EditablePost = Awaited<ReturnType<typeof getEditable>>

export function isEditReviewed(actor: Actor, post: EditablePost, settings: SettingsStore): boolean {
  const { hold_accepted_edits: holdsAccepted } = settings.get(moderationSettings)
  const isAuthorReviewed = post.isAccepted && holdsAccepted
  return needsReview(actor, { ...post, isAuthorReviewed }, requiredReputation(settings))
}

/** Lock-free check before the expensive rendering. Tells whether the edit becomes a suggestion. */
export async function assertEditable(
  db: ReadDb,
  actor: Actor,
  id: string,
  settings: SettingsStore,
) {
  const post = await getEditable(db, actor, id)
  assertAllowed(canChange(actor, post))
  assertAllowed(canEdit(actor, post, requiredReputation(settings)))
  const isPending = post.status === questionStatuses.pending
  return { isReviewed: isEditReviewed(actor, post, settings), isPending }
}
