import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type {
  FlaggedUser,
  listFlaggedUsers as listCall,
} from '@stoa/contract/features/flagged-users'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, asc, count, eq, ne, not, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { flagCases, flags } from '../../../schema/flags.ts'
import { reviewClaims } from '../../../schema/review.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { selectUserCard, toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { claimer, isClaimOf, isSkippedBy } from '../claims/claims.queries.ts'
import { flagsColumn, toFlag } from '../flags/flags.queries.ts'

const queue = 'flagged_user'

/** As in the index of the queue. */
const isOpenUserCase = sql`${flagCases.status} = 1 and ${flagCases.questionId} is null`

/** Accounts that were deleted meanwhile need no decision, and nobody decides about themselves. */
function isWaitingFor(reviewer: Viewer) {
  return and(isOpenUserCase, ne(flagCases.authorId, reviewer.id), ne(users.status, 'deleted'))
}

type FlaggedUsersInput = ParsedInputOf<typeof listCall>
type Reviewer = { actor: Viewer; now: Date }
type View = { t: Translate; writeId: WriteId }

/** Open cases, oldest first. */
export async function listFlaggedUsers(
  db: ReadDb,
  input: FlaggedUsersInput,
  { actor, now }: Reviewer,
  view: View,
): Promise<Page<FlaggedUser>> {
  const { count: total, rows } = await readPageWithCappedCount(
    db,
    () => casesQuery(db, now).where(matches(input, actor)).$dynamic(),
    [asc(flagCases.id)],
    input,
  )
  return { count: total, list: rows.map((row) => toCase(row, view)) }
}

export async function countFlaggedUsers(db: ReadDb, actor: Viewer) {
  const [row] = await db.select({ count: count() }).from(
    db
      .select({ id: flagCases.id })
      .from(flagCases)
      .innerJoin(users, eq(users.id, flagCases.authorId))
      .where(and(isWaitingFor(actor), not(isSkippedBy(actor, queue, flagCases.id))))
      .limit(limits.queueCount.max)
      .as('open_cases'),
  )
  return row?.count ?? 0
}

export async function isFlaggedUserOpen(db: ReadDb, id: string) {
  const [row] = await db
    .select({ id: flagCases.id })
    .from(flagCases)
    .where(and(eq(flagCases.id, id), isOpenUserCase))
  return row !== undefined
}

function matches({ reason, flag_id: id, skipped }: FlaggedUsersInput, actor: Viewer) {
  // A single case is shown to whoever follows a link to it.
  if (id !== undefined) return and(isWaitingFor(actor), eq(flagCases.id, id))
  const isSkipped = isSkippedBy(actor, queue, flagCases.id)
  return and(
    isWaitingFor(actor),
    skipped === 'true' ? isSkipped : not(isSkipped),
    reason === undefined
      ? undefined
      : sql`exists (select 1 from ${flags} where ${flags.caseId} = ${flagCases.id} and ${flags.reason} = ${reason})`,
  )
}

function casesQuery(db: ReadDb, now: Date) {
  return db
    .select({
      id: flagCases.id,
      createdAt: flagCases.createdAt,
      user: userCardColumns,
      joinedAt: users.createdAt,
      bio: users.bio,
      bioHtml: users.bioHtml,
      website: users.website,
      location: users.location,
      flags: flagsColumn(),
      claimer: selectUserCard(claimer),
    })
    .from(flagCases)
    .innerJoin(users, eq(users.id, flagCases.authorId))
    .leftJoin(reviewClaims, isClaimOf(queue, flagCases.id, now))
    .leftJoin(claimer, eq(claimer.id, reviewClaims.userId))
}

type CaseRow = Awaited<ReturnType<typeof casesQuery>>[number]

function toCase(row: CaseRow, { t, writeId }: View): FlaggedUser {
  return {
    flag_id: writeId(row.id),
    created_at: toUnix(row.createdAt),
    user_info: toUserBasic(row.user),
    joined_at: toUnix(row.joinedAt),
    bio: row.bio,
    bio_html: row.bioHtml,
    website: row.website,
    location: row.location,
    flags: row.flags.map((flag) => toFlag(flag, t)),
    claimed_by: row.claimer === null ? null : toUserBasic(row.claimer),
  }
}
