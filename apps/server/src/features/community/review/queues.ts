import type { ReviewQueue } from '@stoa/contract/features/review'
import { toLongId } from '@stoa/contract/ids'
import type { Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor, RequiredReputation } from '../../../kernel/rules.ts'
import { undoUserDecision } from '../flagged-users/flagged-users.actions.ts'
import { countFlaggedUsers, isFlaggedUserOpen } from '../flagged-users/flagged-users.queries.ts'
import { countFlagCases, isFlagCaseOpen } from '../flags/flags.queries.ts'
import { undoCaseDecision } from '../flags/undo.actions.ts'
import { undoHeldDecision } from '../held-posts/decisions.actions.ts'
import { countHeldPosts, isHeldPostOpen } from '../held-posts/held-posts.queries.ts'
import { countOpenSuggestions, isSuggestionOpen } from '../suggestions/suggestions.queries.ts'
import { undoSuggestionDecision } from '../suggestions/undo.actions.ts'

type Reviewer = { actor: Actor; required: RequiredReputation; now: Date }

type Queue = {
  /** Null for text that is no id of a case. */
  parseId: (text: string) => string | null
  count: (db: ReadDb, reviewer: Reviewer) => Promise<number>
  isOpen: (db: ReadDb, id: string) => Promise<boolean>
  undo: (tx: Tx, actor: Actor, id: string) => Promise<void>
}

const parseSerial = (text: string) => (/^[1-9]\d{0,17}$/.test(text) ? text : null)

export const queues: Record<ReviewQueue, Queue> = {
  flagged_post: {
    parseId: toLongId,
    count: (db, { actor }) => countFlagCases(db, actor),
    isOpen: isFlagCaseOpen,
    undo: undoCaseDecision,
  },
  flagged_user: {
    parseId: toLongId,
    count: (db, { actor }) => countFlaggedUsers(db, actor),
    isOpen: isFlaggedUserOpen,
    undo: undoUserDecision,
  },
  queued_post: {
    parseId: parseSerial,
    count: (db, { actor }) => countHeldPosts(db, actor),
    isOpen: isHeldPostOpen,
    undo: undoHeldDecision,
  },
  suggested_post_edit: {
    parseId: parseSerial,
    count: countOpenSuggestions,
    isOpen: isSuggestionOpen,
    undo: undoSuggestionDecision,
  },
}
