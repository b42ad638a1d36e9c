import { questionStatuses } from '@stoa/contract/features/questions'
import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isStaff } from '../../kernel/rules.ts'
import { questions } from './questions.table.ts'

const { open, closed } = questionStatuses

/** Questions everyone finds in lists, searches, feeds and counts. */
export function isListed(): SQL {
  return sql`${questions.status} in (${open}, ${closed}) and ${questions.isListed}`
}

/** Questions a person may read: deleted and pending ones are for their author and staff only. */
export function isVisibleTo(who: Actor | null): SQL | undefined {
  if (who !== null && isStaff(who)) return undefined
  const isPublic = inArray(questions.status, [open, closed])
  return who === null ? isPublic : or(isPublic, eq(questions.userId, who.id))
}
