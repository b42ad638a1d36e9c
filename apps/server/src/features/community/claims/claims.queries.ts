import type { ReviewQueue } from '@stoa/contract/features/review'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Viewer } from '../../../kernel/rules.ts'
import { reviewClaims, reviewSkips } from '../../../schema/review.ts'
import { users } from '../../../schema/users.ts'

export const claimer = alias(users, 'claimer')

/** Join condition of `reviewClaims`: the current claim of a case. */
export function isClaimOf(queue: ReviewQueue, caseId: AnyColumn, now: Date): SQL {
  return sql`${reviewClaims.queue} = ${queue} and ${reviewClaims.caseId} = ${caseId}
    and ${reviewClaims.until} > ${now.toISOString()}::timestamptz`
}

export function isSkippedBy(viewer: Viewer, queue: ReviewQueue, caseId: AnyColumn): SQL {
  return sql`exists (select 1 from ${reviewSkips} where ${reviewSkips.queue} = ${queue}
    and ${reviewSkips.caseId} = ${caseId} and ${reviewSkips.userId} = ${viewer.id})`
}
