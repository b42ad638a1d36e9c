import type { CaseOperation, FlagCase } from '@stoa/contract/features/flags'
import type { ReviewQueue } from '@stoa/contract/features/review'
import type { UserBasic } from '@stoa/contract/features/users'
import type { PostTextData } from '../../../kernel/post-text.tsx'

type CaseBase = {
  id: string
  objectId: string
  questionId: string
  answerId: string
  commentId: string
  title: string
  urlTitle: string
  author: UserBasic
  createdAt: number
  postedAt: number
  claimedBy: UserBasic | null
}

export type FlaggedCase = CaseBase & {
  queue: 'flagged_post'
  kind: FlagCase['object_type']
  text: PostTextData
  source: string
  tags: FlagCase['tags']
  isClosed: boolean
  isListed: boolean
  isAccepted: boolean
  flags: FlagCase['flags']
}

export type DeskCase = FlaggedCase

export type Decision = {
  queue: ReviewQueue
  id: string
  operation: CaseOperation
  input?: { close_type?: number; close_msg?: string; title?: string; content?: string }
}
