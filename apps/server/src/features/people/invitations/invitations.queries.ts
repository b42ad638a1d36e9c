import { roles } from '@stoa/contract/access'
import type { Invitation } from '@stoa/contract/features/invitations'
import type { Page } from '@stoa/contract/paging'
import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { invitations } from '../../../schema/invitations.ts'
import { users } from '../../../schema/users.ts'
import { toUserBasic, userCardColumns } from '../users/users.queries.ts'
import { stateOf } from './invitations.rules.ts'

/** With whether the creator is still an active admin. Requires a join with `users`. */
export const invitationColumns = {
  ...getTableColumns(invitations),
  isCreatorAdmin: sql<boolean>`(${users.roleId} = ${roles.admin} and ${users.status} = 'normal'
    and ${users.activatedAt} is not null)`,
}

export async function listInvitations(
  db: ReadDb,
  paging: { page: number; page_size: number },
  now: Date,
): Promise<Page<Invitation>> {
  const { count, rows } = await readPageWithCappedCount(
    db,
    () =>
      db
        .select({ row: invitationColumns, creator: userCardColumns })
        .from(invitations)
        .innerJoin(users, eq(users.id, invitations.createdBy))
        .$dynamic(),
    [desc(invitations.id)],
    paging,
  )
  return {
    count,
    list: rows.map(({ row, creator }) => ({
      id: row.id,
      e_mail: row.email ?? '',
      role_id: row.roleId,
      max_uses: row.maxUses,
      uses: row.uses,
      state: stateOf(row, now),
      created_at: toUnix(row.createdAt),
      expires_at: toUnix(row.expiresAt),
      created_by: toUserBasic(creator),
    })),
  }
}
