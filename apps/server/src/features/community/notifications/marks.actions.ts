import type { NotificationType } from '@stoa/contract/features/notifications'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { notifications, notificationStates } from '../../../schema/notifications.ts'

const { seen, read } = notificationStates
const seenPoints = sql`${notifications.points}`

export async function markRead(tx: Tx, userId: string, id: string) {
  const [row] = await tx
    .update(notifications)
    .set({ state: read, seenPoints })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning({ id: notifications.id })
  if (row === undefined) fail('notification.not_found')
}

export async function markAllRead(tx: Tx, userId: string, type: NotificationType) {
  await tx
    .update(notifications)
    .set({ state: read, seenPoints })
    .where(and(eq(notifications.userId, userId), lt(notifications.state, read), isOfType(type)))
}

/** They are no longer counted, but stay unread. */
export async function markAllSeen(tx: Tx, userId: string, type: NotificationType) {
  await tx
    .update(notifications)
    .set({ state: seen, seenPoints })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.state, notificationStates.new),
        isOfType(type),
      ),
    )
}

/** A literal, not a parameter, so that partial indexes match. */
export function isOfType(type: NotificationType): SQL {
  return type === 'achievement'
    ? sql`${notifications.tab} = 'achievement'`
    : sql`${notifications.tab} <> 'achievement'`
}
