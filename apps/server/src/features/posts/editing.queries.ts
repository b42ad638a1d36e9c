import { typeOfId } from '@stoa/contract/ids'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { type Actor, must, type RequiredReputation } from '../../kernel/rules.ts'
import { canEdit } from './posts.rules.ts'
import { answers, questions } from './posts.table.ts'
import { isAnswerVisibleTo, isQuestionVisibleTo } from './posts.visibility.ts'

/** What decides whether someone may edit a post. A post they may not see is reported as missing. */
export async function getEditable(db: Db, who: Actor, id: string) {
  if (typeOfId(id) === 'answer') {
    const [answer] = await db
      .select({ userId: answers.userId, status: answers.status })
      .from(answers)
      .innerJoin(questions, eq(questions.id, answers.questionId))
      .where(and(eq(answers.id, id), isAnswerVisibleTo(who)))
    return { kind: 'answer' as const, ...(answer ?? fail('answer.not_found')) }
  }
  const [question] = await db
    .select({ userId: questions.userId, status: questions.status })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(who)))
  return { kind: 'question' as const, ...(question ?? fail('question.not_found')) }
}

/** Takes no lock: asked before a text is rendered, and again once the post is locked. */
export async function assertEditable(db: Db, who: Actor, id: string, required: RequiredReputation) {
  must(canEdit(who, await getEditable(db, who, id), required))
}
