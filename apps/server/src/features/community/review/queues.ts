import type { ReviewQueue } from '@stoa/contract/features/review'
import { toLongId } from '@stoa/contract/ids'
import type { Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor, RequiredReputation } from '../../../kernel/rules.ts'
import { countFlagCases, isFlagCaseOpen } from '../flags/flags.queries.ts'
import { undoCaseDecision } from '../flags/undo.actions.ts'

type Queue = {
  /** Null for text that is no id of a case. */
  parseId: (text: string) => string | null
  count: (db: ReadDb, actor: Actor, required: RequiredReputation) => Promise<number>
  isOpen: (db: ReadDb, id: string) => Promise<boolean>
  undo: (tx: Tx, actor: Actor, id: string) => Promise<void>
}

const notBuilt: Queue = {
  parseId: () => null,
  count: () => Promise.resolve(0),
  isOpen: () => Promise.resolve(false),
  undo: () => Promise.resolve(),
}

export const queues: Record<ReviewQueue, Queue> = {
  flagged_post: {
    parseId: toLongId,
    count: countFlagCases,
    isOpen: isFlagCaseOpen,
    undo: undoCaseDecision,
  },
  queued_post: notBuilt,
  suggested_post_edit: notBuilt,
}
