import type { ReviewQueue } from '@stoa/contract/features/review'
import { withQuery } from '../../../kernel/paging.ts'

export const queueKinds = {
  queued_post: ['question', 'answer', 'comment'],
  flagged_post: ['question', 'answer', 'comment'],
  suggested_post_edit: ['question', 'answer', 'tag'],
} as const satisfies Record<ReviewQueue, readonly string[]>

export type CaseKind = (typeof queueKinds)[ReviewQueue][number]

export type CaseFilter = {
  kind: CaseKind | undefined
  /** Of flags. */
  reason: number | undefined
  isSkipped: boolean
}

type DeskUrl = { queue: ReviewQueue; filter: CaseFilter; caseId?: string | undefined }

export function deskPath({ queue, filter, caseId }: DeskUrl): string {
  return withQuery('/review', {
    type: queue,
    kind: filter.kind,
    reason: filter.reason,
    skipped: filter.isSkipped ? 'true' : undefined,
    case: caseId,
  })
}

export const noFilter: CaseFilter = { kind: undefined, reason: undefined, isSkipped: false }
