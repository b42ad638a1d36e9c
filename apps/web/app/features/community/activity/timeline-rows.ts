import type { Timeline, TimelineRow } from '@stoa/contract/features/activity'

type ObjectInfo = Timeline['object_info']

/** Whether the row has a revision of the object itself: a question's timeline also has its answers. */
export function isExpandable(row: TimelineRow, info: Pick<ObjectInfo, 'object_type'>): boolean {
  return row.revision_id !== '0' && row.object_type === info.object_type
}

export function canRollBackTo(row: TimelineRow, info: ObjectInfo): boolean {
  return info.can_roll_back && isExpandable(row, info) && row.version < info.version
}
