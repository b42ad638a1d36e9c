import type {
  FlaggedUser,
  ResetField,
  UserCaseOperation,
} from '@stoa/contract/features/flagged-users'
import type { CaseOperation, FlagCase } from '@stoa/contract/features/flags'
import type { HeldPost } from '@stoa/contract/features/held-posts'
import type { ApplyState, OpenSuggestion } from '@stoa/contract/features/suggestions'
import type { UserBasic } from '@stoa/contract/features/users'
import type { PostTextData } from '../../../kernel/post-text.tsx'
import type { SuggestionTexts } from '../suggestions/suggestion-diff.tsx'

type CaseBase = {
  id: string
  objectId: string
  /** `0` for a tag and a user. */
  questionId: string
  answerId: string
  commentId: string
  title: string
  urlTitle: string
  /** Of the content or of the suggested edit, or the flagged user. */
  author: UserBasic
  createdAt: number
  postedAt: number
  claimedBy: UserBasic | null
}

type PostText = { text: PostTextData; source: string; tags: FlagCase['tags'] }

export type FlaggedCase = CaseBase &
  PostText & {
    queue: 'flagged_post'
    kind: FlagCase['object_type']
    isClosed: boolean
    isListed: boolean
    isAccepted: boolean
    flags: FlagCase['flags']
  }

export type HeldCase = CaseBase &
  PostText & {
    queue: 'queued_post'
    kind: HeldPost['object_type']
    /** Why it is held, and by whom. */
    reason: string
    holder: string
  }

export type SuggestedCase = CaseBase & {
  queue: 'suggested_post_edit'
  kind: OpenSuggestion['type']
  summary: string
  current: SuggestionTexts
  suggested: SuggestionTexts
  /** What approving would publish; null for a conflict. */
  result: SuggestionTexts | null
  applies: ApplyState
  version: number
}

export type FlaggedUserCase = CaseBase & {
  queue: 'flagged_user'
  kind: 'user'
  flags: FlaggedUser['flags']
  /** Null without an about text. */
  bio: PostTextData | null
  website: string
  location: string
}

export type PostCase = FlaggedCase | HeldCase | SuggestedCase
export type DeskCase = PostCase | FlaggedUserCase

export type DeskOperation = CaseOperation | UserCaseOperation | 'approve' | 'reject'

export type Decision = Pick<DeskCase, 'queue' | 'id'> & {
  operation: DeskOperation
  /** What was typed into a dialog. */
  input?: {
    close_type?: number
    close_msg?: string
    reason?: string
    title?: string
    content?: string
    version?: number
    fields?: ResetField[]
    note?: string
  }
}
