import { type ReasonNumber, reasonsFor } from '@stoa/contract/features/reasons'
import type { ReviewQueue } from '@stoa/contract/features/review'
import { withQuery } from '../../../kernel/paging.ts'

export const queueKinds = {
  queued_post: ['question', 'answer', 'comment'],
  flagged_post: ['question', 'answer', 'comment'],
  flagged_user: ['user'],
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

/** Reasons that cases of the queue can be filtered by. */
export function flagReasonsOf(queue: ReviewQueue): ReasonNumber[] {
  if (queue !== 'flagged_post' && queue !== 'flagged_user') return []
  return [...new Set(queueKinds[queue].flatMap((kind) => reasonsFor(kind, 'flag') ?? []))]
}
