import { questionStatuses } from '@stoa/contract/features/questions'
import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isStaff } from '../../kernel/rules.ts'
import { questions } from './questions.table.ts'

const { open, closed } = questionStatuses

/**
 * Questions everyone finds in lists, searches, feeds and counts. The numbers are written out, not bound: a
 * partial index is only used when the planner can see that the condition is its own.
 */
export function isListed(): SQL {
  return sql`${questions.status} in (1, 2) and ${questions.isListed}`
}

/** Those of them that still wait for a good answer. */
export function isUnanswered(): SQL {
  return sql`${questions.status} = 1 and ${questions.isListed} and not ${questions.isAnswered}`
}

/** Questions a person may read: deleted and pending ones are for their author and staff only. */
export function isVisibleTo(who: Actor | null): SQL | undefined {
  if (who !== null && isStaff(who)) return undefined
  const isPublic = inArray(questions.status, [open, closed])
  return who === null ? isPublic : or(isPublic, eq(questions.userId, who.id))
}
