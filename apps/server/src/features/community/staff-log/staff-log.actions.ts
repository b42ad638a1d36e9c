import type {
  StaffAction,
  StaffLogValues,
  StaffObjectType,
} from '@stoa/contract/features/staff-log'
import type { Tx } from '../../../kernel/context.ts'
import { staffLog } from '../../../schema/staff-log.ts'

/** The actor of what the site does by itself. No user has this id. */
export const siteActorId = '0'

export type StaffLogRecord = {
  actorId: string
  action: StaffAction
  objectType: StaffObjectType
  objectId: string
  /** The author of the content, or the user who was acted on. */
  userId: string
  reason?: string
  before?: StaffLogValues
  after?: StaffLogValues
}

/** Belongs in the transaction of the change. */
export async function recordStaffAction(tx: Tx, record: StaffLogRecord) {
  await tx.insert(staffLog).values({ ...record, createdAt: tx.now })
}

/** For what concerns the site, and neither content nor a user. */
export async function recordSiteAction(
  tx: Tx,
  record: Pick<StaffLogRecord, 'actorId' | 'action' | 'before' | 'after'>,
) {
  await recordStaffAction(tx, { ...record, objectType: 'site', objectId: '0', userId: '0' })
}
