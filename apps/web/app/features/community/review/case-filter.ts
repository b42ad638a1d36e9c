import type { ReviewQueue } from '@stoa/contract/features/review'
import { withQuery } from '../../../kernel/paging.ts'

export const caseKinds = ['question', 'answer', 'comment'] as const

export type CaseFilter = {
  kind: (typeof caseKinds)[number] | undefined
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
